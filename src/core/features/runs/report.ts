import type { Services } from '../../engine/services.ts'
import { asError, type ParameterError, problem, validationFailed } from '../../kernel/errors.ts'
import { oneOf } from '../../kernel/query.ts'
import { shortened } from '../../kernel/text.ts'
import type { ActorThen } from '../../model/audit.ts'
import type { ItemRow } from '../../model/items.ts'
import type { ItemStatus } from '../../model/items-lifecycle.ts'
import type { RunRow } from '../../model/runs.ts'
import { assertAction, type PieceOutcome, pieceOutcomes } from '../../model/runs-lifecycle.ts'
import { type MoveContext, moveItem } from '../items/move.ts'
import { reprintItem } from '../items/reprint.ts'
import { saveItem } from '../items/save.ts'
import type { ProposedReason } from '../suppressions/propose.ts'
import { partRecord } from './blobs.ts'
import { historyOf, reportEntries, withReports } from './history.ts'
import { runLimits } from './limits.ts'
import { changeRun } from './run.ts'
import { runSentences, runStateProblems } from './sentences.ts'
import { noteSpoiled } from './spoiled.ts'

export interface ReportedPiece {
  itemId: string
  outcome: PieceOutcome
  reason?: string | undefined
  /** Of a piece that came back: the reason of the suppression that is proposed. */
  suppression?: ProposedReason
}

export interface PieceResult {
  itemId: string
  sequence: number | null
  status: ItemStatus
  reprintItemId: string | null
}

export interface ReportOptions {
  /** Creates a new item for each piece that was not sent, at the refunded price. */
  reprint: boolean
  /**
   * Leaves pieces that have ended already as they are instead of refusing them, because printers repeat their
   * reports.
   */
  tolerant: boolean
  /** Who reports, for the history of the run. */
  by: ActorThen
}

/**
 * Records what happened to pieces of a run that its printer has, and refunds those not sent. Applies all of
 * the report or nothing: throws 422 for a piece that is not in the run, 409 for one that has ended otherwise.
 * `run` was read in this transaction.
 */
export const reportPieces = async (
  move: MoveContext,
  run: RunRow,
  pieces: readonly ReportedPiece[],
  options: ReportOptions,
): Promise<{ run: RunRow; pieces: PieceResult[] }> => {
  assertAction('report', run.status)
  const { rows } = move.transaction
  const scope = { organisationId: run.organisationId, mode: run.mode }
  const found = await rows.items.find(scope, {
    id: oneOf(pieces.map((piece) => piece.itemId)),
    runId: run.id,
  })
  const byId = new Map(found.map((item) => [item.id, item]))
  refuseUnknown(pieces, byId)
  const outcomes = pieces.flatMap(({ itemId, outcome }) =>
    options.tolerant && ended.includes(byId.get(itemId)!.status) ? [] : [outcome],
  )
  // The run before its items: every transaction locks them in this order.
  const noted = await noteReport(move, run, outcomes, options)
  const results: PieceResult[] = []
  for (const piece of pieces) results.push(await reportPiece(move, byId.get(piece.itemId)!, piece, options))
  const unsent = pieces.flatMap(({ itemId, outcome }) => {
    const item = byId.get(itemId)!
    return pieceOutcomes[outcome] === 'NOT_SENT' && !ended.includes(item.status) ? [item] : []
  })
  return { run: await noteSpoiled(move.services, rows, noted, unsent), pieces: results }
}

/** Writes into the run's history what was reported, and returns the run as it is then. */
const noteReport = async (
  { transaction: { rows }, now }: MoveContext,
  run: RunRow,
  outcomes: readonly PieceOutcome[],
  options: ReportOptions,
): Promise<RunRow> => {
  if (outcomes.length === 0) return run
  const entries = reportEntries(run, outcomes, options, now)
  const history = withReports(historyOf(run), entries).slice(-runLimits.history)
  return changeRun(rows, run, { history }, now)
}

const reportPiece = async (
  move: MoveContext,
  item: ItemRow,
  { outcome, reason, suppression }: ReportedPiece,
  { reprint, tolerant }: ReportOptions,
): Promise<PieceResult> => {
  const to = pieceOutcomes[outcome]
  if (tolerant && ended.includes(item.status)) return resultOf(item, item.reprintedAs)
  // The items follow their run in chunks, and this one may not have been reached yet.
  const produced = item.status === 'SCHEDULED' ? moveItem(move, item, 'IN_PRODUCTION') : item
  if (!allowedFrom(to).includes(produced.status)) {
    throw problem(
      runStateProblems.say('invalid_state.not_reported', { item: item.id, status: item.status, to }),
    )
  }
  const moved = moveItem(move, produced, to, {
    reason: reason ? `${sentences[outcome]} ${reason}` : sentences[outcome],
    ...(suppression ? { proposed: suppression } : {}),
  })
  await saveItem(move.transaction.rows, moved)
  if (!reprint || to !== 'NOT_SENT') return resultOf(moved, null)
  // The price of the first attempt was given back with its refund.
  const { priceCents, findings } = item
  const reprinted = await reprintItem(move, moved, { terms: { priceCents }, findings })
  return resultOf(moved, reprinted.id)
}

const ended: readonly ItemStatus[] = ['NOT_SENT', 'FAILED', 'RETURNED', 'COMPLETED']

const allowedFrom = (to: 'NOT_SENT' | 'RETURNED'): readonly ItemStatus[] =>
  to === 'NOT_SENT' ? ['IN_PRODUCTION', 'HANDED_TO_CARRIER'] : ['HANDED_TO_CARRIER', 'COMPLETED']

const sentences: Readonly<Record<PieceOutcome, string>> = {
  DAMAGED: 'Damaged in production.',
  MISPRINTED: 'Misprinted.',
  NOT_HANDED_OVER: 'Not handed to the carrier.',
  RETURNED: 'Came back to the sender.',
}

const resultOf = (item: ItemRow, reprintItemId: string | null): PieceResult => ({
  itemId: item.id,
  sequence: item.sequence,
  status: item.status,
  reprintItemId,
})

/**
 * The items with these sequence numbers, by the records of the package's parts. Runs outside transactions.
 * Throws 422 on `name(index)` for a sequence number that the package does not have.
 */
export const itemsAt = async (
  services: Services,
  run: RunRow,
  sequences: readonly number[],
  name: (index: number) => string,
): Promise<string[]> => {
  const wanted = new Map<number, Set<number>>()
  const partOf = (sequence: number): number => {
    let last = 0
    return run.parts.findIndex((part) => {
      last += part.items
      return sequence <= last
    })
  }
  for (const sequence of sequences) {
    const part = partOf(sequence)
    wanted.set(part, (wanted.get(part) ?? new Set()).add(sequence))
  }
  const ids = new Map<number, string>()
  for (const [part, places] of wanted) {
    if (part < 0) continue
    const { pieces } = await partRecord(services, run.parts[part]!)
    for (const piece of pieces) if (places.has(piece.sequence)) ids.set(piece.sequence, piece.id)
  }
  const errors = sequences.flatMap((sequence, index) =>
    ids.has(sequence) ? [] : [asError(runSentences.say('unknown.piece', { sequence }), name(index))],
  )
  if (errors.length > 0) throw validationFailed(errors)
  return sequences.map((sequence) => ids.get(sequence)!)
}

const refuseUnknown = (pieces: readonly ReportedPiece[], known: ReadonlyMap<string, unknown>): void => {
  const seen = new Set<string>()
  const errors: ParameterError[] = []
  for (const [index, { itemId }] of pieces.entries()) {
    const parameter = `pieces[${index}]`
    const item = shortened(itemId)
    if (!known.has(itemId))
      errors.push(asError(runSentences.say('unknown.reported_item', { item }), parameter))
    else if (seen.has(itemId)) errors.push(asError(runSentences.say('repeated.piece', { item }), parameter))
    seen.add(itemId)
  }
  if (errors.length > 0) throw validationFailed(errors)
}
