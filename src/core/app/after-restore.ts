import { holdInvoicing } from '../features/billing/invoicing-hold.ts'
import { forgetBackup } from '../features/instance/backups.ts'
import { holdPrinting } from '../features/runs/hold.ts'
import { everyone, type WritableRows } from '../ports/store.ts'

const unknownOutcome =
  'This instance was restored from a backup that was made while the run was being handed over. Ask the printer, then say so.'

/**
 * Adapts the rows of a restored backup: live printing and invoicing are held until an operator releases them,
 * and runs that were being handed over become uncertain. Returns the number of those runs.
 */
export const afterRestore = async (
  rows: WritableRows,
  { backupAt, now }: { backupAt: number; now: number },
): Promise<{ uncertainRuns: number }> => {
  await forgetBackup(rows)
  const restored = `Restored from a backup of ${new Date(backupAt).toISOString()}`
  await holdPrinting(rows, {
    since: now,
    reason: `${restored}: what was handed over after that may be printed a second time.`,
  })
  await holdInvoicing(rows, {
    since: now,
    reason: `${restored}: numbers that were given out after that would be given out a second time.`,
  })
  const uncertainRuns = await rows.runs.updateWhere(
    everyone,
    { status: 'HANDING_OVER', mode: 'live' },
    { uncertain: true, reason: unknownOutcome, updatedAt: now },
  )
  return { uncertainRuns }
}
