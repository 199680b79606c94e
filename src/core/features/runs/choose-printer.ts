import { invalid, problem } from '../../kernel/errors.ts'
import type { RunRow } from '../../model/runs.ts'
import type { RunStatus } from '../../model/runs-lifecycle.ts'
import type { MoveContext } from '../items/move.ts'
import { jobOfRun } from '../items/scheduling.ts'
import { lackOf } from '../printers/capabilities.ts'
import { printerRow } from '../printers/default-printer.ts'
import { mostPagesOf } from '../printers/run-pages.ts'
import { printerProblems, printerSentences } from '../printers/sentences.ts'
import { specificationOf } from '../products/specification.ts'
import { changeRun } from './run.ts'

/** From its cutoff on nothing joins a run, and until its intent is committed no printer may have it. */
const choosable: readonly RunStatus[] = ['CUTOFF_REACHED', 'RENDERING', 'RENDERED', 'FAILED']

/**
 * Gives a run to a printer, whatever the rules say; null leaves it to them again. A rendered run is tried at
 * once. Throws 409 where the run does not allow it or the printer cannot print its sheets.
 */
export const choosePrinter = async (
  { services, transaction, now }: MoveContext,
  run: RunRow,
  printerId: string | null,
): Promise<RunRow> => {
  const { rows, work } = transaction
  if (!choosable.includes(run.status)) {
    throw problem(printerProblems.say('invalid_state.printer_not_chosen', { status: run.status }))
  }
  const patch: Partial<RunRow> = {
    givenPrinterId: null,
    printerChosenAt: null,
    awayPrinterId: null,
    awaySince: null,
  }
  if (printerId !== null) {
    const printer = await printerRow(rows, printerId)
    if (!printer) throw invalid('printerId', printerSentences.say('unknown.printer', { printer: printerId }))
    if (printer.status === 'ARCHIVED') {
      throw invalid('printerId', printerSentences.say('archived.printer', { printer: printer.key }))
    }
    const specification = await specificationOf(services, rows, run.specificationId)
    if (lackOf(printer, specification, await mostPagesOf(rows, run))) {
      throw problem(printerProblems.say('invalid_state.printer_lacks', { printer: printer.key }))
    }
    Object.assign(patch, { givenPrinterId: printer.id, printerChosenAt: now })
  }
  const changed = await changeRun(rows, run, patch, now)
  if (run.status === 'RENDERED') work.enqueue(jobOfRun(run, 'runs.handOver', now))
  return changed
}
