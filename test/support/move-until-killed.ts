/**
 * Moves the shop of a data folder to a PostgreSQL database (or with `folder` back to it), with its files where a place is named for
 * them, and kills itself at a point on the way, the first time that it passes it.
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
