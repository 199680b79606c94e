import * as v from 'valibot'
import type { Services } from '../../../engine/services.ts'
import { asError, type ParameterError, problem, validationFailed } from '../../../kernel/errors.ts'
import { oneOf } from '../../../kernel/query.ts'
import { shortened } from '../../../kernel/text.ts'
import { dateTime, integer } from '../../../kernel/wire-fields.ts'
import { described, namedObject, namedStrictObject } from '../../../kernel/wire-schema.ts'
import type { ActorThen } from '../../../model/audit.ts'
import type { ItemRow, ItemStatus } from '../../../model/items.ts'
import {
  assertAction,
  type PieceOutcome,
  pieceOutcomes,
  type RunRow,
  type SpoiledPieces,
} from '../../../model/runs.ts'
import { runStatus } from '../../../model/wire-enums.ts'
import type { Rows, WritableRows } from '../../../ports/store.ts'
import { actorSchema } from '../../audit/schema.ts'
import { type MoveContext, moveItem } from '../../items/move.ts'
import { reprintItem } from '../../items/reprint.ts'
import { saveItem } from '../../items/save.ts'
import { pagesOf } from '../../items/terms.ts'
import { specificationAt } from '../../products/specifications.ts'
import type { ProposedReason } from '../../suppressions/propose.ts'
import { paperOf } from '../costs.ts'
import { runLimits } from '../limits.ts'
import { partRecord } from '../rendering/blobs.ts'
import { changeRun, historyOf, reportEntries, withReports } from '../run.ts'
import { pieceNumber, reasonSentence, reasonText, runSchema } from '../schema.ts'
import { runSentences, runStateProblems } from '../sentences.ts'

const pieceOutcome = v.picklist(Object.keys(pieceOutcomes) as PieceOutcome[])

export const runHistory = namedObject('RunHistory', 'The statuses that a run has had.', {
  data: described(
    v.array(
      v.object({
        status: described(runStatus, 'The status that it came into.'),
        at: described(dateTime, 'When, RFC 3339 in UTC; in test mode by the test clock.'),
        reason: described(
          v.nullable(v.string()),
          'Why it waited, failed or was cancelled, as a sentence; null if no reason was given.',
        ),
        reasonSentence,
      }),
    ),
    'Every status that the run has had, oldest first; of one that was tried again and again the last hundred.',
  ),
  remakes: described(
    v.array(
      v.object({
        at: described(dateTime, 'When, RFC 3339 in UTC; in test mode by the test clock.'),
        number: described(integer, 'Number of the remake in its run, counted from 1.'),
        pieces: described(integer, 'How many pieces were asked for again.'),
        by: described(
          v.nullable(actorSchema),
          'Who asked for it, a person by their name; null where that was not kept.',
        ),
      }),
    ),
    'Remakes that were asked for, oldest first.',
  ),
  reports: described(
    v.array(
      v.object({
        at: described(dateTime, 'When, RFC 3339 in UTC; in test mode by the test clock.'),
        outcome: described(pieceOutcome, 'What became of the pieces.'),
        pieces: described(integer, 'How many pieces it was about.'),
        reprinted: described(integer, 'How many of them a new item was made for at once.'),
        by: described(
          v.nullable(actorSchema),
          'Who reported them, a person by their name, the printer itself as `printer`; null where that was not kept.',
        ),
      }),
    ),
    'What was reported of pieces, oldest first: one entry for each outcome of a report.',
  ),
})

export const reportInput = namedStrictObject('RunReport', 'What became of single pieces.', {
  pieces: described(
    v.pipe(
      v.array(
        v.strictObject({
          sequence: described(
            v.optional(pieceNumber),
            'Place in the package, counted from 1. This or `itemId`.',
          ),
          itemId: described(
            v.optional(v.pipe(v.string(), v.maxLength(40))),
            'The item, `itm_…`. This or `sequence`.',
          ),
          outcome: described(
            pieceOutcome,
            'What became of it. `RETURNED`: came back; any other: was not sent, and is refunded.',
          ),
          reason: described(v.optional(reasonText), 'The reason, which the customer sees.'),
        }),
      ),
      v.minLength(1),
      v.maxLength(runLimits.items),
    ),
    'The pieces, each named by `sequence` or `itemId`.',
  ),
  reprint: described(
    v.optional(v.boolean(), false),
    'Makes a new item for each piece that was not sent, at the price that is refunded.',
  ),
})
export type ReportInput = v.InferOutput<typeof reportInput>

export const reportResult = namedObject('RunReportResult', 'The run and the pieces that were reported.', {
  run: described(runSchema, 'The run as it is now.'),
  pieces: described(
    v.array(
      v.object({
        itemId: described(v.string(), 'The item, `itm_…`.'),
        sequence: described(
          v.nullable(integer),
          'Its place in the package, counted from 1; null if it has none.',
        ),
        status: described(v.string(), 'The item’s status now.'),
        reprintItemId: described(
          v.nullable(v.string()),
          'The item that prints it again, `itm_…`; null if none does.',
        ),
      }),
    ),
    'One for each piece, in their order.',
  ),
})

/** The paper of some items of a run: a version of a template has as many pages for every recipient. */
export const paperOfItems = async (
  services: Services,
  rows: Rows,
  { specificationId, specificationVersion }: RunRow,
  items: readonly ItemRow[],
): Promise<{ sheets: number; sides: number }> => {
  const { sheet } = await specificationAt(services, rows, specificationId, specificationVersion)
  const pages: number[] = []
  for (const item of items) pages.push(await pagesOf(services, rows, item))
  return paperOf(sheet.plex, pages)
}

/**
 * Adds to a run the pieces that were reported as not sent. What they took is counted with the report, because a
 * run may have fifty thousand pieces, which nobody counts to show a list.
 */
const noteSpoiled = async (
  services: Services,
  rows: WritableRows,
  run: RunRow,
  items: readonly ItemRow[],
): Promise<RunRow> => {
  if (items.length === 0) return run
  const { sheets, sides } = await paperOfItems(services, rows, run, items)
  const before = run.spoiled ?? { pieces: 0, sheets: 0, sides: 0, priceCents: 0 }
  const spoiled: SpoiledPieces = {
    pieces: before.pieces + items.length,
    sheets: before.sheets + sheets,
    sides: before.sides + sides,
    priceCents: before.priceCents + items.reduce((sum, { priceCents }) => sum + priceCents, 0),
  }
  await rows.runs.update(run, run.id, { spoiled })
  return { ...run, spoiled }
}

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
