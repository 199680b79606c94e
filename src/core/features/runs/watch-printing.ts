import type { Transaction } from '../../engine/context.ts'
import { minuteMs } from '../../kernel/time.ts'
import type { PrinterKind } from '../../model/printers.ts'
import type { RunRemakeRow } from '../../model/run-remakes.ts'
import type { RunRow } from '../../model/runs.ts'
import type { WritableRows } from '../../ports/store.ts'
import { jobOfRun } from '../items/scheduling.ts'
import { printerIdOf, printerRow } from '../printers/default-printer.ts'
import { historyOf } from './history.ts'
import { runLimits } from './limits.ts'
import { changeRun } from './run.ts'

/*
 * A printer may take a package and give it up: some of it may be on paper, and only a person who looks can tell.
 * The run stays HANDED_TO_PRINTER and becomes uncertain, which shows wherever runs wait for a person.
 */

/** Kinds of printers that print by themselves and can be asked later what became of it (`PrintPartner.fateOf`). */
const askedLater: readonly PrinterKind[] = ['IPP']

/** Has the printer of a live run asked later what became of its package, or of that of a remake. */
export const watchPrinting = async (
  { rows, work }: Transaction,
  run: RunRow,
  now: number,
  remakeId?: string,
): Promise<void> => {
  const printer = run.mode === 'live' ? await printerRow(rows, printerIdOf(run)) : undefined
  if (!printer || !askedLater.includes(printer.kind)) return
  const more = remakeId === undefined ? {} : { subject: remakeId, payload: { remakeId } }
  work.enqueue(jobOfRun(run, 'printing.watch', now + minuteMs, more))
}

const toldOf = (reason: string): string =>
  `${reason} Look what of it is on paper, then say so: until then nothing is printed again.`

/** Notes that the printer gave the run up. `reason` is a sentence for operators. Repeated, it changes nothing. */
export const noteGivenUp = async (
  rows: Pick<WritableRows, 'runs'>,
  run: RunRow,
  reason: string,
  now: number,
): Promise<RunRow> => {
  const told = toldOf(reason)
  if (run.uncertain && run.reason === told) return run
  const history = [...historyOf(run), { status: run.status, at: now, reason }].slice(-runLimits.history)
  return changeRun(rows, run, { uncertain: true, reason: told, history }, now)
}

/** The same of a remake; its run goes on. */
export const noteRemakeGivenUp = async (
  rows: Pick<WritableRows, 'runRemakes'>,
  remake: RunRemakeRow,
  reason: string,
  now: number,
): Promise<void> => {
  const patch = { uncertain: true, waitReason: toldOf(reason), revision: remake.revision + 1, updatedAt: now }
  await rows.runRemakes.update(remake, remake.id, patch)
}
