/** The entry of the one executable. Loads as little as it can: every command brings its own. */
import { provideScanWorker } from '../../src/adapters/sqlite/scan-entry.ts'
import { embedViewer } from '../../src/server/docs/script.ts'
import { embedRendererFiles } from '../instance/renderer-files.ts'
import { main } from '../main.ts'

embedRendererFiles(() => import('../../src/adapters/pdf/resources.embedded.ts'))
embedViewer(async () => (await import('../../src/server/docs/script.embedded.ts')).path)
// Nested paths of worker entries do not work in bun's executables: the entry lies at their root.
provideScanWorker('./scan-worker.mjs')
await main(process.argv.slice(2))
