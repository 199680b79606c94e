/** Entry of the executable. Imports little: each command loads its own modules. */
import './migrations.embedded.ts'
import { ISOLATED_PROCESS_ARGUMENT } from '../../src/adapters/platform/renderer-files.ts'
import { provideScanWorker } from '../../src/adapters/sqlite/scanner.ts'
import { embedViewer } from '../../src/server/docs/viewer.ts'
import { embedPortal } from '../../src/server/portal/pack.ts'
import { embedRendererFiles } from '../instance/renderer-files.ts'
import { main } from '../main.ts'
import { embedNotices } from '../notices.ts'

const embedded = () => import('../../src/adapters/pdf/resources.embedded.ts')
if (process.argv[2] === ISOLATED_PROCESS_ARGUMENT) {
  await embedded()
  await (await import('../../src/adapters/pdf/isolated-process/process.ts')).serveIsolatedProcess()
} else {
  embedRendererFiles(embedded)
  embedNotices(async () => (await import('./notices.embedded.ts')).path)
  embedViewer(async () => (await import('../../src/server/docs/script.embedded.ts')).path)
  embedPortal(async () => (await import('./portal.embedded.ts')).path)
  // bun's executables do not resolve nested paths of worker entries, so the entry is at the root.
  provideScanWorker('./scan-worker.mjs')
  await main(process.argv.slice(2))
}
