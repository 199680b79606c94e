/** The entry point of the process that parses untrusted files. The executable has its own. */
import { serveIsolatedProcess } from './process.ts'

await serveIsolatedProcess()
