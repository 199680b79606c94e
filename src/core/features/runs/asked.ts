import type { JobContext } from '../../engine/jobs/job.ts'
import type { RunRow } from '../../model/runs.ts'
import { JournalFailed } from '../../ports/hand-over-journal.ts'
import type { RunPrinter } from '../printers/default-printer.ts'
import { noteHealthOf } from '../printers/health.ts'

/**
 * Asks the printer of a run something. Where it cannot be asked, that is kept as its health, and the error goes
 * on.
 */
export const asked = async <T>(
  { services, transact }: Pick<JobContext, 'services' | 'transact'>,
  run: Pick<RunRow, 'mode'> & RunPrinter,
  question: () => Promise<T>,
): Promise<T> => {
  try {
    return await question()
  } catch (error) {
    // What could not be noted here says nothing of the printer.
    if (error instanceof JournalFailed) throw error
    const detail = error instanceof Error ? error.message : String(error)
    await transact(({ rows }) => noteHealthOf(rows, run, { ok: false, detail }, services.clock.now()))
    throw error
  }
}
