import type { Transaction } from '../../../engine/context.ts'
import type { JobContext } from '../../../engine/jobs/job.ts'
import type { Services } from '../../../engine/services.ts'
import { minuteMs } from '../../../kernel/time.ts'
import type { ItemStatus } from '../../../model/items.ts'
import type { PrinterKind } from '../../../model/printers.ts'
import type { RunRemakeRow, RunRow } from '../../../model/runs.ts'
import type { WritableRows } from '../../../ports/store.ts'
import { jobOfRun } from '../../items/scheduling.ts'
import { printerIdOf, printerRow } from '../../printers/default-printer.ts'
import { accepted, storeHealthOf } from '../../printers/health.ts'
import { workingDaysAfter } from '../../products/cutoffs.ts'
import { specificationAt } from '../../products/specifications.ts'
import { costRatesOf, presentCosts } from '../costs.ts'
import { runLimits } from '../limits.ts'
import { changeRun, historyOf, moveRun } from '../run.ts'

/*
 * A printer may accept a package and abandon it. The run stays HANDED_TO_PRINTER and becomes uncertain: some
 * of it may be on paper, so an operator must check.
 */

/** Kinds whose progress can be polled (`PrintPartner.fateOf`). */
const polledKinds: readonly PrinterKind[] = ['IPP']

/** Watches live runs and remakes of printers that can be polled. */
export const watchPrinting = async (
  { rows, work }: Transaction,
  run: RunRow,
  now: number,
  remakeId?: string,
): Promise<void> => {
  const printer = run.mode === 'live' ? await printerRow(rows, printerIdOf(run)) : undefined
  if (!printer || !polledKinds.includes(printer.kind)) return
  const more = remakeId === undefined ? {} : { subject: remakeId, payload: { remakeId } }
  work.enqueue(jobOfRun(run, 'printing.watch', now + minuteMs, more))
}

const abandonedMessage = (reason: string): string =>
  `${reason} Check which pieces were printed, then report it: until then nothing is printed again.`

/** Makes a run uncertain. `reason` is a sentence for operators. Idempotent. */
export const markAbandoned = async (
  rows: Pick<WritableRows, 'runs'>,
  run: RunRow,
  reason: string,
  now: number,
): Promise<RunRow> => {
  const message = abandonedMessage(reason)
  if (run.uncertain && run.reason === message) return run
  const history = [...historyOf(run), { status: run.status, at: now, reason }].slice(-runLimits.history)
  return changeRun(rows, run, { uncertain: true, reason: message, history }, now)
}

/** Makes a remake uncertain; its run is unaffected. */
export const markRemakeAbandoned = async (
  rows: Pick<WritableRows, 'runRemakes'>,
  remake: RunRemakeRow,
  reason: string,
  now: number,
): Promise<void> => {
  const patch = {
    uncertain: true,
    waitReason: abandonedMessage(reason),
    revision: remake.revision + 1,
    updatedAt: now,
  }
  await rows.runRemakes.update(remake, remake.id, patch)
}

const printedBy = (services: Services, { rows }: Transaction, run: RunRow) =>
  specificationAt(services, rows, run.specificationId, run.specificationVersion)

type Step = Pick<JobContext, 'services' | 'now' | 'transact'>

export interface Printer {
  partner: string
  reference: string | null
}

/** HANDING_OVER → HANDED_TO_PRINTER: records costs, moves items, in test mode schedules the later steps. */
export const enterProduction = async (
  services: Services,
  transaction: Transaction,
  run: RunRow,
  now: number,
  printer: Printer,
): Promise<RunRow> => {
  const { rows, work } = transaction
  const costRates = await costRatesOf(services, rows, run, await presentCosts(rows), work.realTime)
  const moved = await moveRun(transaction, run, 'HANDED_TO_PRINTER', now, {
    costRates,
    partner: printer.partner,
    partnerReference: printer.reference,
    uncertain: false,
    ...(run.awayPrinterId === printerIdOf(run) ? { awayPrinterId: null, awaySince: null } : {}),
  })
  moveItems(transaction, moved, 'IN_PRODUCTION', now)
  await watchPrinting(transaction, moved, now)
  if (run.mode === 'test') {
    const { productionDays, cutoff } = await printedBy(services, transaction, run)
    const due = workingDaysAfter(cutoff, now, productionDays)
    transaction.work.enqueue(jobOfRun(run, 'runs.offerToCarrier', due))
  }
  return moved
}

/** Completes a hand-over. Does nothing if the run is no longer HANDING_OVER. */
export const finishHandOver = (
  { services, now, transact }: Step,
  handed: RunRow,
  printer: Printer,
): Promise<void> =>
  transact(async (transaction) => {
    const run = await transaction.rows.runs.get(handed, handed.id)
    if (run?.status !== 'HANDING_OVER') return
    await enterProduction(services, transaction, run, now, printer)
    await storeHealthOf(transaction.rows, run, accepted, services.clock.now())
  })

/** HANDED_TO_PRINTER → HANDED_TO_CARRIER. Completion is due after the working days of delivery. */
export const offerToCarrier = async (
  services: Services,
  transaction: Transaction,
  run: RunRow,
  now: number,
): Promise<RunRow> => {
  // Whatever the carrier has was printed, whatever the printer reported.
  const moved = await moveRun(transaction, run, 'HANDED_TO_CARRIER', now, { uncertain: false })
  moveItems(transaction, moved, 'HANDED_TO_CARRIER', now)
  const { deliveryDays, cutoff } = await printedBy(services, transaction, run)
  transaction.work.enqueue(jobOfRun(run, 'runs.complete', workingDaysAfter(cutoff, now, deliveryDays)))
  return moved
}

/** HANDED_TO_CARRIER → COMPLETED. */
export const complete = async (transaction: Transaction, run: RunRow, now: number): Promise<RunRow> => {
  const moved = await moveRun(transaction, run, 'COMPLETED', now)
  moveItems(transaction, moved, 'COMPLETED', now)
  return moved
}

/** Moves items in chunks, in jobs, after the run (docs/design/jobs.md). */
const moveItems = ({ work }: Transaction, run: RunRow, to: ItemStatus, now: number): void =>
  work.enqueue(jobOfRun(run, 'runs.moveItems', now, { subject: `${run.id}|${to}`, payload: { to } }))
