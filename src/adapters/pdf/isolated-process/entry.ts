/** The entry point of the process that parses untrusted files. The executable has its own entry point. */
import { serveIsolatedProcess } from './process.ts'

await serveIsolatedProcess()
