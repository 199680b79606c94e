/**
 * Moves the shop of a data folder to a PostgreSQL database, or back to the folder if the target is `folder`,
 * and its files if a target for them is given. Kills itself when the move first reaches the named point.
 */
import { blobsOf } from '../../bin/cli/blobs-setting.ts'
import { readSettings } from '../../bin/cli/settings.ts'
import { moveShop } from '../../bin/move/move.ts'
import { silentLog } from '../../src/core/ports/system.ts'

const [dataDir, to, killAt, files] = process.argv.slice(2) as [string, string, string, string?]
const settings = await readSettings(dataDir, {}, {})
const blobs = files === undefined ? undefined : { setting: blobsOf(files, process.env) }
await moveShop(
  { dataDir, settings, to: to === 'folder' ? undefined : to, blobs, log: silentLog },
  (point) => {
    if (point === killAt) process.kill(process.pid, 'SIGKILL')
  },
)
