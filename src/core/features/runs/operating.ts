import { operatorActor } from '../../engine/audit/actor.ts'
import type { ReadContext } from '../../engine/context.ts'
import { argsOf } from '../../engine/jobs/kinds.ts'
import { idFilter } from '../../engine/list/fields.ts'
import { asError, invalid, problem, validationFailed } from '../../kernel/errors.ts'
import { oneOf } from '../../kernel/query.ts'
import { toDateTime } from '../../kernel/time.ts'
import type { RecordedActor } from '../../model/audit.ts'
import type { ItemRow } from '../../model/items.ts'
import { assertAction, type RunRow, type RunStatus, runStatuses } from '../../model/runs.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { type MoveContext, moveItem } from '../items/move.ts'
import { notReady } from '../items/ready-for-live.ts'
import { saveItem } from '../items/save.ts'
import { detachFromRun, jobOfRun, type RunJob } from '../items/scheduling.ts'
import { missingCapability, readShop, type Shop } from '../printers/choice.ts'
import { printerIdOf, printerRow, type RunPrinter } from '../printers/default-printer.ts'
import { partnerNameOf } from '../printers/desk.ts'
import { exemptFromHold, holdOf } from '../printers/printing-hold.ts'
import { maxPagesOf } from '../printers/run-pages.ts'
import { printerProblems, printerSentences } from '../printers/sentences.ts'
import { specificationAt } from '../products/specifications.ts'
import { runLimits } from './limits.ts'
import { readinessOf } from './printing/hand-over.ts'
import { complete, enterProduction, offerToCarrier } from './printing/progress.ts'
import { inProduction, requestRemake } from './remakes/remake.ts'
import {
  type ConfirmedAbsent,
  changeRun,
  confirmedAbsentPayload,
  moveRun,
  runsToWire,
  unrendered,
} from './run.ts'
import { runSentences, runStateProblems } from './sentences.ts'

const { sentence } = runStateProblems

/**
 * Settles an abandoned run. If `printed` is false, requests a remake of all pieces in production that are in
 * none; true states that they are printed. Throws 409 if `printed` is missing.
 */
const settleAbandoned = async (
  move: MoveContext,
  run: RunRow,
  printed: boolean | undefined,
  by: RecordedActor,
): Promise<RunRow> => {
  const { transaction, now } = move
  const { rows } = transaction
  if (printed === undefined) throw problem(sentence('invalid_state.given_up'))
  if (!printed) await remakeAll(move, run, by)
  const current = (await rows.runs.get(run, run.id))!
  return changeRun(rows, current, { uncertain: false, reason: null }, now)
}

const remakeAll = async (move: MoveContext, run: RunRow, by: RecordedActor): Promise<void> => {
  const { rows } = move.transaction
  const limit = runLimits.remakePieces
  const remakes = await rows.runRemakes.find(run, { runId: run.id })
  const held = new Set(remakes.filter(({ status }) => status !== 'FAILED').flatMap(({ itemIds }) => itemIds))
  const scope = { organisationId: run.organisationId, mode: run.mode }
  const ofRun = { runId: run.id, status: oneOf([...inProduction]), erasureRequestedAt: null }
  if (run.itemCount > limit) throw problem(sentence('invalid_state.given_up_large', { limit }))
  const items = (await rows.items.find(scope, ofRun)).filter(({ id }) => !held.has(id))
  if (items.length === 0) return
  const ids = items.map(({ id }) => id)
  await requestRemake(move, run, ids, { reason: 'The printer did not finish the run.', again: true, by })
}

/* Each action takes the `run` read in the caller's transaction and throws 409 `invalid_state`. */

/** Closes an open run early. Suppression check and rendering follow as at the cutoff. */
export const closeRun = async (move: MoveContext, run: RunRow): Promise<RunRow> => {
  assertAction('close', run.status)
  if (move.organisation.status === 'SUSPENDED') {
    throw problem(runStateProblems.sentence('invalid_state.suspended_run'))
  }
  const closed = await moveRun(move.transaction, run, 'CUTOFF_REACHED', move.now)
  enqueue(move, run, 'runs.cutoff')
  return closed
}

/** Enqueues rendering of a run that waits, is being retried, or failed during rendering. */
export const renderRun = async (move: MoveContext, run: RunRow): Promise<RunRow> => {
  assertAction('render', run.status)
  if (run.status === 'FAILED' && run.renderedAt !== null) {
    throw problem(runStateProblems.sentence('invalid_state.failed_rendered'))
  }
  const waiting =
    run.status === 'FAILED' ? await moveRun(move.transaction, run, 'CUTOFF_REACHED', move.now) : run
  // The suppression check before the first part may have been interrupted.
  const begin = waiting.status === 'CUTOFF_REACHED' && waiting.parts.length === 0
  enqueue(move, run, begin ? 'runs.cutoff' : 'runs.render')
  return waiting
}

const byHand = { partner: 'manual', reference: null }

/**
 * Requests the hand-over immediately. `printed` is the operator's statement whether the printer has the run,
 * required for an uncertain run and while printing is held; `true` for a rendered run means it was printed
 * elsewhere. `by` records who settled an abandoned run. Throws 409 `not_ready_for_live`.
 */
export const requestHandOver = async (
  move: MoveContext,
  run: RunRow,
  printed?: boolean,
  by: RecordedActor = operatorActor,
): Promise<RunRow> => {
  const { services, transaction, now } = move
  if (run.status === 'HANDED_TO_PRINTER' && run.uncertain) return settleAbandoned(move, run, printed, by)
  assertAction('handOver', run.status)
  if (run.status === 'FAILED' && run.renderedAt === null) {
    throw problem(runStateProblems.sentence('invalid_state.failed_unrendered'))
  }
  const hold = await holdOf(transaction.rows, run)
  if (hold && printed === false) await exemptFromHold(transaction.rows, run)
  if (run.uncertain) {
    if (printed === undefined) {
      throw problem(runStateProblems.sentence('invalid_state.uncertain'))
    }
    if (printed) {
      const name = await partnerNameOf(services, transaction.rows, run)
      return enterProduction(services, transaction, run, now, { partner: name, reference: null })
    }
    return requeue(move, run, confirmedAbsentPayload)
  }
  if (hold && printed === undefined) {
    throw problem(runStateProblems.sentence('invalid_state.held_run'))
  }
  if (printed === undefined || (hold && !printed)) {
    if (run.status !== 'HANDING_OVER') {
      const { findings } = await readinessOf(services, transaction.rows, run)
      if (findings.length > 0) throw notReady(findings)
    }
    if (run.status === 'FAILED') return requeue(move, run)
    // A second attempt would interrupt the first and restart its package.
    const isUnderWay = run.status === 'HANDING_OVER' && (await isRunning(move, run, 'runs.handOver'))
    if (!isUnderWay) enqueue(move, run, 'runs.handOver')
    return run
  }
  if (!printed || run.status === 'HANDING_OVER') {
    throw problem(runStateProblems.sentence('invalid_state.certain', { status: run.status }))
  }
  const rendered = run.status === 'FAILED' ? await moveRun(transaction, run, 'RENDERED', now) : run
  const intended = await moveRun(transaction, rendered, 'HANDING_OVER', now)
  return enterProduction(services, transaction, intended, now, byHand)
}

/** `payload` carries an operator's confirmation that no printer has the run. */
const requeue = async (move: MoveContext, run: RunRow, payload?: ConfirmedAbsent): Promise<RunRow> => {
  const rendered = await moveRun(move.transaction, run, 'RENDERED', move.now, { uncertain: false })
  enqueue(move, run, 'runs.handOver', payload)
  return rendered
}

export const retryRun = (move: MoveContext, run: RunRow): Promise<RunRow> => {
  const rendered = run.status === 'FAILED' ? run.renderedAt !== null : run.status !== 'CUTOFF_REACHED'
  return rendered && run.status !== 'RENDERING' ? requestHandOver(move, run) : renderRun(move, run)
}

export const offerRun = (move: MoveContext, run: RunRow): Promise<RunRow> => {
  assertAction('offerToCarrier', run.status)
  return offerToCarrier(move.services, move.transaction, run, move.now)
}

export const completeRun = (move: MoveContext, run: RunRow): Promise<RunRow> => {
  assertAction('complete', run.status)
  return complete(move.transaction, run, move.now)
}

/** Cancels a run. Its items join the next one. `reason` is shown to customers. */
export const cancelRun = async (move: MoveContext, run: RunRow, reason: string): Promise<RunRow> => {
  assertAction('cancel', run.status)
  const cancelled = await moveRun(move.transaction, run, 'CANCELLED', move.now, { reason })
  enqueue(move, run, 'runs.cutoff')
  return cancelled
}

/** Also true while a stopped process still has the lease. */
const isRunning = async ({ transaction }: MoveContext, run: RunRow, kind: RunJob): Promise<boolean> => {
  const running = await transaction.rows.jobs.find(everyone, { status: 'RUNNING', kind })
  return running.some((job) => argsOf<RunJob>(job).runId === run.id)
}

const enqueue = (
  { transaction, now }: MoveContext,
  run: RunRow,
  kind: RunJob,
  payload?: ConfirmedAbsent,
): void => transaction.work.enqueue(jobOfRun(run, kind, now, payload && { payload }))

/** Statuses after the cutoff, when no items join, and before a printer may have the run. */
const choosable: readonly RunStatus[] = ['CUTOFF_REACHED', 'RENDERING', 'RENDERED', 'FAILED']

/**
 * Overrides the printer rules; null removes the override. A rendered run is handed over immediately. Throws
 * 409 if the status forbids it or the printer can't print the run, 422 for an unknown or archived one.
 */
export const choosePrinter = async (
  { services, transaction, now }: MoveContext,
  run: RunRow,
  printerId: string | null,
): Promise<RunRow> => {
  const { rows, work } = transaction
  if (!choosable.includes(run.status)) {
    throw problem(printerProblems.sentence('invalid_state.printer_not_chosen', { status: run.status }))
  }
  const patch: Partial<RunRow> = {
    givenPrinterId: null,
    printerChosenAt: null,
    awayPrinterId: null,
    awaySince: null,
  }
  if (printerId !== null) {
    const printer = await printerRow(rows, printerId)
    if (!printer)
      throw invalid('printerId', printerSentences.sentence('unknown.printer', { printer: printerId }))
    if (printer.status === 'ARCHIVED') {
      throw invalid('printerId', printerSentences.sentence('archived.printer', { printer: printer.key }))
    }
    const specification = await specificationAt(services, rows, run.specificationId, run.specificationVersion)
    if (missingCapability(printer, specification, await maxPagesOf(rows, run))) {
      throw problem(printerProblems.sentence('invalid_state.printer_lacks', { printer: printer.key }))
    }
    Object.assign(patch, { givenPrinterId: printer.id, printerChosenAt: now })
  }
  const changed = await changeRun(rows, run, patch, now)
  if (run.status === 'RENDERED') work.enqueue(jobOfRun(run, 'runs.handOver', now))
  return changed
}

/**
 * Fails items of a run that no printer has and releases their money. If their pages are rendered, the run is
 * rendered again without them. Throws 422 naming every id that is not in the run, 409 if the status of the
 * run or an item forbids it. `run` must be read in this transaction.
 */
export const excludeItems = async (
  move: MoveContext,
  run: RunRow,
  ids: readonly string[],
  reason: string,
): Promise<RunRow> => {
  assertAction('exclude', run.status)
  const { rows, work } = move.transaction
  const scope = { organisationId: run.organisationId, mode: run.mode }
  for (const item of await itemsOfRun(rows, run, ids)) {
    if (item.status !== 'SCHEDULED') {
      throw problem(
        runStateProblems.sentence('invalid_state.not_excluded', { item: item.id, status: item.status }),
      )
    }
    const failed = moveItem(move, item, 'FAILED', {
      reason: `Excluded from ${run.id}: ${reason}`,
      patch: await detachFromRun(move, item),
    })
    await saveItem(rows, failed)
  }
  const left = { ...run, itemCount: run.itemCount - new Set(ids).size }
  if (run.status === 'OPEN') return left
  // Their pages must not stay in the package, and sequence numbers must have no gaps.
  work.enqueue(jobOfRun(run, 'runs.cutoff', move.now))
  if (run.status !== 'CUTOFF_REACHED') {
    return {
      ...(await moveRun(move.transaction, run, 'CUTOFF_REACHED', move.now, unrendered)),
      itemCount: left.itemCount,
    }
  }
  await rows.runs.update(scope, run.id, { ...unrendered, updatedAt: move.now })
  return { ...left, ...unrendered, updatedAt: move.now }
}

/** Returns items without duplicates. Throws 422 on `items[n]` for those that are not in the run. */
export const itemsOfRun = async (rows: Rows, run: RunRow, ids: readonly string[]): Promise<ItemRow[]> => {
  const unique = [...new Set(ids)]
  const found = await rows.items.find(
    { organisationId: run.organisationId, mode: run.mode },
    { id: oneOf(unique), runId: run.id },
  )
  const byId = new Map(found.map((item) => [item.id, item]))
  const unknown = runSentences.sentence('unknown.item_of_run', { run: run.id })
  const errors = ids.flatMap((id, index) => (byId.has(id) ? [] : [asError(unknown, `items[${index}]`)]))
  if (errors.length > 0) throw validationFailed(errors)
  return unique.map((id) => byId.get(id)!)
}

const concerningPrinters: ReadonlySet<RunStatus> = new Set<RunStatus>([
  'RENDERED',
  'HANDING_OVER',
  'HANDED_TO_PRINTER',
  'HANDED_TO_CARRIER',
  'COMPLETED',
])

export const printerNamesOf = (
  printers: Shop['printers'],
  run: RunPrinter & Pick<RunRow, 'status' | 'awayPrinterId' | 'awaySince'>,
) => {
  const named = (id: string) => {
    const { key, name } = printers.get(id) ?? { key: id, name: id }
    return { printerKey: key, printerName: name }
  }
  const { awayPrinterId: printerId, awaySince } = run
  const away =
    printerId === null || awaySince === null || !concerningPrinters.has(run.status)
      ? null
      : { printerId, ...named(printerId), since: toDateTime(awaySince) }
  return { ...named(printerIdOf(run)), away }
}

/** Runs for operators, with untranslated reasons. */
export const platformRunsToWire = async (
  context: Pick<ReadContext, 'services' | 'rows'>,
  runs: readonly RunRow[],
) => {
  const { rows } = context
  const ids = [...new Set(runs.map(({ organisationId }) => organisationId))]
  const [organisations, { printers }, wireOf] = await Promise.all([
    rows.organisations.find(everyone, { id: oneOf(ids) }),
    readShop(rows),
    runsToWire(context, runs),
  ])
  const names = new Map(organisations.map(({ id, name }) => [id, name]))
  return (run: RunRow) => ({
    ...wireOf(run),
    organisationId: run.organisationId,
    printerId: printerIdOf(run),
    ...printerNamesOf(printers, run),
    organisationName: names.get(run.organisationId) ?? run.organisationId,
    operatorReason: run.reason,
  })
}

export const acrossOrganisations = {
  id: idFilter,
  status: { type: 'enum', values: runStatuses, operators: ['eq', 'ne', 'in'] },
  isTest: { type: 'boolean', operators: ['eq'], column: 'mode', stored: { true: 'test', false: 'live' } },
  productSpecificationId: { ...idFilter, column: 'specificationId' },
  organisationId: idFilter,
} as const
