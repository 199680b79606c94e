import { holdBecause } from '../engine/hold.ts'
import { holdInvoicing } from '../features/billing/invoicing-hold.ts'
import { forgetBackup } from '../features/instance/backups.ts'
import { holdSentences } from '../features/instance/sentences.ts'
import { holdPrinting } from '../features/printers/printing-hold.ts'
import { toDateTime } from '../kernel/time.ts'
import { everyone, type WritableRows } from '../ports/store.ts'

const unknownOutcome = (what: string) =>
  `This instance was restored from a backup made while the ${what} was being handed over. Ask the printer whether it has it, and enter the answer.`

/**
 * Holds printing and invoicing, forgets the last backup, and marks live hand-overs in progress as uncertain.
 * Returns the number of uncertain runs, without remakes.
 */
export const afterRestore = async (
  rows: WritableRows,
  { backupAt, now }: { backupAt: number; now: number },
): Promise<{ uncertainRuns: number }> => {
  await forgetBackup(rows)
  const values = { backupAt: toDateTime(backupAt) }
  await holdPrinting(rows, holdBecause(holdSentences.sentence('hold_reason.printing_restored', values), now))
  await holdInvoicing(
    rows,
    holdBecause(holdSentences.sentence('hold_reason.invoicing_restored', values), now),
  )
  const uncertainRuns = await rows.runs.updateWhere(
    everyone,
    { status: 'HANDING_OVER', mode: 'live' },
    { uncertain: true, reason: unknownOutcome('run'), updatedAt: now },
  )
  await rows.runRemakes.updateWhere(
    everyone,
    { status: 'HANDING_OVER', mode: 'live' },
    { uncertain: true, waitReason: unknownOutcome('remake'), updatedAt: now },
  )
  return { uncertainRuns }
}
