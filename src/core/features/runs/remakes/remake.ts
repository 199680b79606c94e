import { onBehalfOf } from '../../../engine/access/authority.ts'
import type { Caller } from '../../../engine/caller.ts'
import type { Transaction } from '../../../engine/context.ts'
import type { NewJob } from '../../../engine/jobs/kinds.ts'
import type { Services } from '../../../engine/services.ts'
import { found, problem } from '../../../kernel/errors.ts'
import type { RecordedActor } from '../../../model/audit.ts'
import type { ItemRow, ItemStatus } from '../../../model/items.ts'
import { type RunRemakeRow, type RunRow, remakeId, remakeLifecycle } from '../../../model/runs.ts'
import type { Rows, WritableRows } from '../../../ports/store.ts'
import type { MoveContext } from '../../items/move.ts'
import { jobOfRun } from '../../items/scheduling.ts'
import { printerIdOf, printerRow } from '../../printers/default-printer.ts'
import { partnerNameOf } from '../../printers/desk.ts'
import { exemptFromHold, holdOf } from '../../printers/printing-hold.ts'
import { runLimits } from '../limits.ts'
import { spansOf } from '../package/ticket.ts'
import { watchPrinting } from '../printing/progress.ts'
import { paperOfItems } from '../printing/report.ts'
import { itemsByIds } from '../rendering/order.ts'
import { changeRun, confirmedAbsentPayload, historyOf } from '../run.ts'
import { runStateProblems } from '../sentences.ts'
import type { RemakeInput } from './schema.ts'

/**
 * Reasons why a remake waits. They are stored as English text without a code, so the portal recognises them
 * (`remake-reason.ts` there). A reworded text needs a pattern next to the earlier one.
 */
export const waitReasons = {
  held: (reason: string) => `Printing is held. ${reason}`,
  printerOff: (printer: string, status: string) =>
    `The printer ${printer} is ${status}. The remake resumes automatically when the printer is active.`,
  printerAway: (reason: string) =>
    `${reason} The remake resumes automatically when the printer is available again.`,
  triedAgain: (error: string) => `${error} It is tried again.`,
}

export const moveRemake = async (
  rows: WritableRows,
  remake: RunRemakeRow,
  to: RunRemakeRow['status'],
  now: number,
  fields: Partial<RunRemakeRow> = {},
): Promise<RunRemakeRow> => {
  remakeLifecycle.assert(remake.status, to)
  const patch = { waitReason: null, ...fields, status: to, revision: remake.revision + 1, updatedAt: now }
  await rows.runRemakes.update(remake, remake.id, patch)
  return { ...remake, ...patch }
}

/** HANDING_OVER → HANDED_TO_PRINTER, with the event. `reference` is the printer's own. */
export const finishRemake = async (
  services: Services,
  transaction: Transaction,
  run: RunRow,
  remake: RunRemakeRow,
  now: number,
  reference: string | null,
): Promise<RunRemakeRow> => {
  const { rows, work } = transaction
  const { organisationId, mode } = run
  const finished = await moveRemake(rows, remake, 'HANDED_TO_PRINTER', now, {
    uncertain: false,
    partner: await partnerNameOf(services, rows, run),
    partnerReference: reference,
    handedToPrinterAt: now,
  })
  await watchPrinting(transaction, run, now, remake.id)
  work.emit({
    type: 'run.remade',
    organisationId,
    mode,
    at: now,
    data: {
      run: { id: run.id, status: run.status },
      remake: { number: remake.number, itemCount: remake.sequences.length },
    },
    runId: run.id,
  })
  return finished
}

const { sentence } = runStateProblems

/** Items follow their run in chunks, so they may be behind. */
export const inProduction: readonly ItemStatus[] = ['SCHEDULED', 'IN_PRODUCTION']

/**
 * Lets the printer print pieces of its run again, free of charge; the items are unchanged. Throws 409 if the
 * printer does not have the run, a piece left production, or, unless `again`, is in an earlier remake.
 */
export const requestRemake = async (
  move: MoveContext,
  run: RunRow,
  itemIds: readonly string[],
  {
    reason,
    again,
    by,
    caller,
  }: Pick<RemakeInput, 'reason' | 'again'> & { by: RecordedActor; caller?: Caller },
): Promise<RunRemakeRow> => {
  const { services, transaction, now } = move
  const { rows, work } = transaction
  const { items, earlier, before } = await remakable(rows, run, itemIds)
  if (!again && before.length > 0)
    throw problem(sentence('invalid_state.remade', { pieces: placesOf(before) }))
  const number = (earlier.at(-1)?.number ?? 0) + 1
  const { sides } = await paperOfItems(services, rows, run, items)
  const row: RunRemakeRow = {
    id: remakeId(run.id, number, services.ids.trackingCode()),
    organisationId: run.organisationId,
    mode: run.mode,
    runId: run.id,
    number,
    status: 'WAITING',
    sequences: items.map(({ sequence }) => sequence!),
    itemIds: items.map(({ id }) => id),
    reason: reason ?? null,
    waitReason: null,
    uncertain: false,
    partner: null,
    partnerReference: null,
    handedToPrinterAt: null,
    revision: 0,
    createdAt: now,
    updatedAt: now,
    sides,
    failureCode: null,
  }
  const entry = { status: run.status, at: now, remake: { number, pieces: items.length }, by }
  const history = [...historyOf(run), entry].slice(-runLimits.history)
  await changeRun(rows, run, { history }, now)
  await rows.runRemakes.insert(row)
  work.enqueue(onBehalf(jobOfRemake(row, now), caller))
  services.log.info('remake requested', { run: run.id, number, pieces: items.length })
  return row
}

/** Sorts by package order. Throws 409 if the run or a piece left the printer, or at the limit of remakes. */
export const remakable = async (rows: Rows, run: RunRow, itemIds: readonly string[]) => {
  assertWithPrinter(run)
  const items = await itemsOf(rows, run, itemIds)
  const earlier = await rows.runRemakes.find(run, { runId: run.id }, { order: [{ field: 'number' }] })
  if (earlier.length >= runLimits.remakes) {
    throw problem(sentence('invalid_state.remakes', { limit: runLimits.remakes }))
  }
  const refused = refusalOf(items)
  if (refused) throw problem(refused)
  const places = new Set(earlier.flatMap(({ sequences }) => sequences))
  return { items, earlier, before: items.filter(({ sequence }) => places.has(sequence!)) }
}

/** `printed` states whether the printer has the remake; required if uncertain and during a hold. */
export const handOverRemake = async (
  move: MoveContext,
  run: RunRow,
  remake: RunRemakeRow,
  { printed, caller }: { printed: boolean | undefined; caller: Caller },
): Promise<RunRemakeRow> => {
  const { transaction, now } = move
  const { rows, work } = transaction
  const { status, uncertain } = remake
  if (uncertain && printed === undefined) throw problem(sentence('invalid_state.remake_uncertain'))
  const isCertain = printed ? status !== 'WAITING' : printed === false && status === 'HANDING_OVER'
  if (!uncertain && (status === 'HANDED_TO_PRINTER' || isCertain)) {
    throw problem(sentence('invalid_state.remake_certain', { status }))
  }
  if (printed && status === 'HANDED_TO_PRINTER') return settleRemake(rows, remake, now)
  if (printed) {
    const intended = uncertain ? remake : await moveRemake(rows, remake, 'HANDING_OVER', now)
    return finishRemake(move.services, transaction, run, intended, now, null)
  }
  if (await holdOf(rows, remake)) {
    if (printed === undefined) throw problem(sentence('invalid_state.held_remake'))
    await exemptFromHold(rows, remake)
  }
  // A running attempt continues: another one would restart its package.
  if (status === 'HANDING_OVER' && !uncertain) return remake
  if (!uncertain) assertWithPrinter(run)
  const waiting =
    status === 'WAITING'
      ? remake
      : await moveRemake(rows, remake, 'WAITING', now, { uncertain: false, failureCode: null })
  work.enqueue(onBehalf(jobOfRemake(waiting, now, printed === false), caller))
  return waiting
}

export const remakeOf = async (rows: Rows, run: RunRow, number: number): Promise<RunRemakeRow> => {
  const [remake] = await rows.runRemakes.find(run, { runId: run.id, number }, { limit: 1 })
  return found(remake, 'remake')
}

/** A remake that follows from a printer's report has no caller. */
const onBehalf = (job: NewJob<'runs.remake'>, caller: Caller | undefined): NewJob<'runs.remake'> =>
  caller ? { ...job, payload: { ...job.payload, ...onBehalfOf(caller, [['runs.manage']]) } } : job

/** Settles an abandoned remake that was printed after all. */
const settleRemake = async (rows: WritableRows, remake: RunRemakeRow, now: number): Promise<RunRemakeRow> => {
  const patch = { uncertain: false, waitReason: null, revision: remake.revision + 1, updatedAt: now }
  await rows.runRemakes.update(remake, remake.id, patch)
  return { ...remake, ...patch }
}

/** Why a remake can't be handed over: permanently (FAILED) or for now (WAITING). */
export interface Obstacle {
  status: 'FAILED' | 'WAITING'
  waitReason: string
}

export const obstacleOf = async (
  rows: Rows,
  run: RunRow,
  remake: RunRemakeRow,
): Promise<Obstacle | undefined> => {
  // Pieces that have gone to the carrier must not be posted twice.
  const refusal = stateRefusalOf(run, await itemsOf(rows, run, remake.itemIds))
  if (refusal) return { status: 'FAILED', waitReason: refusal.message }
  const hold = await holdOf(rows, remake)
  if (hold) return { status: 'WAITING', waitReason: waitReasons.held(hold.reason) }
  const printer = run.mode === 'live' ? await printerRow(rows, printerIdOf(run)) : undefined
  if (!printer || printer.status === 'ACTIVE') return undefined
  return {
    status: 'WAITING',
    waitReason: waitReasons.printerOff(printer.key, printer.status),
  }
}

const stateRefusalOf = (run: RunRow, items: readonly ItemRow[]) =>
  run.status === 'HANDED_TO_PRINTER'
    ? refusalOf(items)
    : sentence('invalid_state.remake_run', { status: run.status })

const assertWithPrinter = ({ status }: RunRow): void => {
  if (status !== 'HANDED_TO_PRINTER') throw problem(sentence('invalid_state.remake_run', { status }))
}

const refusalOf = (items: readonly ItemRow[]) => {
  const gone = items.filter(({ status }) => !inProduction.includes(status))
  if (gone.length > 0) return sentence('invalid_state.remake_item', { pieces: placesOf(gone) })
  const erased = items.filter(({ erasureRequestedAt }) => erasureRequestedAt !== null)
  return erased.length > 0 ? sentence('invalid_state.remake_erased', { pieces: placesOf(erased) }) : undefined
}

const placesOf = (items: readonly ItemRow[]): string => {
  const places = items.map(({ sequence }) => sequence ?? 0)
  return spansOf(places)
    .map(([first, last]) => (first === last ? String(first) : `${first}-${last}`))
    .join(', ')
}

export const itemsOf = async (rows: Rows, run: RunRow, ids: readonly string[]): Promise<ItemRow[]> =>
  (await itemsByIds((read) => read(rows), run, ids))
    .filter(({ runId }) => runId === run.id)
    .sort((a, b) => a.sequence! - b.sequence!)

const jobOfRemake = ({ id, runId, organisationId, mode }: RunRemakeRow, now: number, isAbsent = false) =>
  jobOfRun({ id: runId, organisationId, mode }, 'runs.remake', now, {
    subject: id,
    payload: { remakeId: id, ...(isAbsent ? confirmedAbsentPayload : {}) },
  })
