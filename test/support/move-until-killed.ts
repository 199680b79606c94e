/**
 * Moves the shop of a data folder to a PostgreSQL database (or with `folder` back to it) and kills itself at a point on the
 * way, the first time that it passes it.
 */
import { readSettings } from '../../bin/cli/settings.ts'
import { moveShop } from '../../bin/move/move.ts'
import { silentLog } from '../../src/core/ports/log.ts'

const [dataDir, to, killAt] = process.argv.slice(2) as [string, string, string]
const settings = await readSettings(dataDir, {}, {})
await moveShop(
  { dataDir, settings, to: to === 'folder' ? undefined : to, blobs: undefined, log: silentLog },
  (point) => {
    if (point === killAt) process.kill(process.pid, 'SIGKILL')
  },
)
