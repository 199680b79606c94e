import { afterRestore } from '../../src/core/app/after-restore.ts'
import type { Log } from '../../src/core/ports/system.ts'
import { failure } from '../cli/failure.ts'
import type { Settings } from '../cli/settings.ts'
import { whileNobodyServes } from '../instance/alone.ts'
import { placeOnRecord } from '../instance/blobs/place.ts'
import { openEvenMoved } from '../instance/database.ts'
import { moveMark, noteMove, whyNotInForce } from '../instance/move-mark.ts'

export interface UndoReport {
  /** The database that is in force again. */
  from: string
  /** The one that must not be served any more. */
  to: string
  /** When the target took over, since when nothing is known here; null where it never did. */
  movedAt: string | null
  /** Live printing and invoicing are held where the target may have printed and invoiced. */
  held: boolean
  /** The bucket in which the files are, as the target left them; null where they are in the data folder. */
  bucket: string | null
}

/**
 * Takes a move back: the source is served again. Where the move had ended, the source goes back in time as a
 * restored backup does, so live printing and invoicing are held.
 */
export const undoMove = (where: { dataDir: string; settings: Settings; log: Log }): Promise<UndoReport> =>
  whileNobodyServes(where.dataDir, where.settings, async () => {
    const { store } = await openEvenMoved(where.dataDir, where.settings, where.log)
    try {
      const mark = await store.read(moveMark)
      if (!mark) throw failure('refused', 'This instance was not moved: there is nothing to take back.')
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
