import { afterRestore } from '../../src/core/app/after-restore.ts'
import type { Log } from '../../src/core/ports/system.ts'
import { failure } from '../cli/failure.ts'
import type { Settings } from '../cli/settings.ts'
import { whileOffline } from '../instance/alone.ts'
import { placeOnRecord } from '../instance/blobs/place.ts'
import { openMovedDatabase } from '../instance/database.ts'
import { moveMark, noteMove, whyNotInForce } from '../instance/move-mark.ts'

export interface UndoReport {
  /** The database that is active again. */
  from: string
  /** The database that must no longer be served. */
  to: string
  /** When the target took over; changes after that are missing in the source. Null if it never did. */
  movedAt: string | null
  /** True if live printing and invoicing are held, because the target may have printed and invoiced. */
  held: boolean
  /** The bucket with the files, as the target left them; null if they are in the data folder. */
  bucket: string | null
}

/**
 * Reverts a move, so that the source is served again. After a completed move the source goes back in time
 * like a restored backup, so live printing and invoicing are held.
 */
export const undoMove = (where: { dataDir: string; settings: Settings; log: Log }): Promise<UndoReport> =>
  whileOffline(where.dataDir, where.settings, async () => {
    const { store } = await openMovedDatabase(where.dataDir, where.settings, where.log)
    try {
      const mark = await store.read(moveMark)
      if (!mark) throw failure('refused', 'This instance was not moved, so there is nothing to revert.')
      if (mark.role === 'target') throw failure('refused', whyNotInForce(mark))
      const files = await store.read(placeOnRecord)
      const movedAt = mark.state === 'moved' ? mark.endedAt! : null
      await store.write(async (rows) => {
        if (movedAt !== null) await afterRestore(rows, { backupAt: Date.parse(movedAt), now: Date.now() })
        await noteMove(rows, undefined)
      })
      return { from: mark.from, to: mark.to, movedAt, held: movedAt !== null, bucket: files?.place ?? null }
    } finally {
      await store.close()
    }
  })
