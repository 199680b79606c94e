/** Run by itself: the process that untrusted files are parsed in. The executable has an entry of its own. */
import { serveIsolatedProcess } from './process.ts'

await serveIsolatedProcess()
