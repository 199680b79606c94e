import { holdInvoicing } from '../features/billing/invoicing-hold.ts'
import { holdPrinting } from '../features/runs/hold.ts'
import { everyone, type WritableRows } from '../ports/store.ts'

const unknownOutcome =
  'This instance was restored from a backup that was made while the run was being handed over. Ask the printer, then say so.'

/**
 * What a restore makes of the rows of a backup: nothing live is printed and no invoice gets a number before somebody says so,
 * and whether a run that was just being handed over was printed is for the printer to tell. Returns how many of those there are.
 */
export const afterRestore = async (
  rows: WritableRows,
  { backupAt, now }: { backupAt: number; now: number },
): Promise<{ uncertainRuns: number }> => {
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
