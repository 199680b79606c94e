import * as v from 'valibot'
import type { Services } from '../../../engine/services.ts'
import { asError, type ParameterError, problem, validationFailed } from '../../../kernel/errors.ts'
import { oneOf } from '../../../kernel/query.ts'
import { shortened } from '../../../kernel/text.ts'
import { dateTime, described, integer, namedObject, namedStrictObject } from '../../../kernel/wire-schema.ts'
import type { RecordedActor } from '../../../model/audit.ts'
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
import { pagesOf } from '../../items/price-terms.ts'
import { reprintItem } from '../../items/reprint.ts'
import { saveItem } from '../../items/save.ts'
import { specificationAt } from '../../products/specifications.ts'
import type { ProposedReason } from '../../suppressions/propose.ts'
import { paperOf } from '../costs.ts'
import { runLimits } from '../limits.ts'
import { partRecord } from '../rendering/blobs.ts'
import { changeRun, historyOf, reportEntries, withReports } from '../run.ts'
import { pieceNumber, reasonSentence, reasonText, runSchema } from '../schema.ts'
import { runSentences, runStateProblems } from '../sentences.ts'

const pieceOutcome = v.picklist(Object.keys(pieceOutcomes) as PieceOutcome[])

export const runHistory = namedObject('RunHistory', 'History of a run.', {
  data: described(
    v.array(
      v.object({
        status: described(runStatus, 'The new status.'),
        at: described(dateTime, 'When (RFC 3339, UTC); in test mode by the test clock.'),
        reason: described(
          v.nullable(v.string()),
          'Why it waited, failed or was cancelled; null without a reason.',
        ),
        reasonSentence,
      }),
    ),
    'Statuses of the run, oldest first; the last hundred if there are more.',
  ),
  remakes: described(
    v.array(
      v.object({
        at: described(dateTime, 'When (RFC 3339, UTC); in test mode by the test clock.'),
        number: described(integer, 'Number of the remake in its run, counted from 1.'),
        pieces: described(integer, 'Number of pieces.'),
        by: described(v.nullable(actorSchema), 'Who requested it; null if unknown.'),
      }),
    ),
    'Requested remakes, oldest first.',
  ),
  reports: described(
    v.array(
      v.object({
        at: described(dateTime, 'When (RFC 3339, UTC); in test mode by the test clock.'),
        outcome: described(pieceOutcome, 'Outcome of the pieces.'),
        pieces: described(integer, 'Number of pieces.'),
        reprinted: described(integer, 'Number of pieces for which a new item was created immediately.'),
        by: described(
          v.nullable(actorSchema),
          'Who reported it, `printer` for the printer itself; null if unknown.',
        ),
      }),
    ),
    'Reported outcomes, oldest first, one entry for each outcome of a report.',
  ),
})

export const reportInput = namedStrictObject('RunReport', 'Outcomes of pieces.', {
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
            'Outcome of the piece. `RETURNED`: the mail was returned; any other: it was not sent and is refunded.',
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
    'Whether to create a new item for each piece that was not sent, at the refunded price.',
  ),
})
export type ReportInput = v.InferOutput<typeof reportInput>

export const reportResult = namedObject('RunReportResult', 'The run and the reported pieces.', {
  run: described(runSchema, 'The run after the report.'),
  pieces: described(
    v.array(
      v.object({
        itemId: described(v.string(), 'The item, `itm_…`.'),
        sequence: described(
          v.nullable(integer),
          'Its place in the package, counted from 1; null if it has none.',
        ),
        status: described(v.string(), 'Status of the item after the report.'),
        reprintItemId: described(
          v.nullable(v.string()),
          'The item that replaces it, `itm_…`; null if there is none.',
        ),
      }),
    ),
    'Results in the order of the pieces.',
  ),
})

/** Counts paper by template version, because its pieces all have the same number of pages. */
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

/** Adds spoiled pieces to the run's sums: fifty thousand pieces are too many to count for a list. */
const recordSpoiled = async (
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
  /** Ignores pieces that have ended, because printers repeat their reports. */
  tolerant: boolean
  by: RecordedActor
}

/**
 * Records outcomes of pieces of a run that its printer has, and refunds those not sent; all or nothing.
 * Throws 422 for a piece that is not in the run, 409 for one that has ended otherwise. `run` must be read in
 * this transaction.
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
  // The run is locked before its items, as in every transaction.
  const noted = await recordReport(move, run, outcomes, options)
  const results: PieceResult[] = []
  for (const piece of pieces) results.push(await reportPiece(move, byId.get(piece.itemId)!, piece, options))
  const unsent = pieces.flatMap(({ itemId, outcome }) => {
    const item = byId.get(itemId)!
    return pieceOutcomes[outcome] === 'NOT_SENT' && !ended.includes(item.status) ? [item] : []
  })
  return { run: await recordSpoiled(move.services, rows, noted, unsent), pieces: results }
}

const recordReport = async (
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
  // Items follow their run in chunks, so this one may be behind.
  const produced = item.status === 'SCHEDULED' ? moveItem(move, item, 'IN_PRODUCTION') : item
  if (!allowedFrom(to).includes(produced.status)) {
    throw problem(
      runStateProblems.sentence('invalid_state.not_reported', { item: item.id, status: item.status, to }),
    )
  }
  const moved = moveItem(move, produced, to, {
    reason: reason ? `${sentences[outcome]} ${reason}` : sentences[outcome],
    ...(suppression ? { proposed: suppression } : {}),
  })
  await saveItem(move.transaction.rows, moved)
  if (!reprint || to !== 'NOT_SENT') return resultOf(moved, null)
  // The price of the first attempt was refunded.
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
  RETURNED: 'Returned to the sender.',
}

const resultOf = (item: ItemRow, reprintItemId: string | null): PieceResult => ({
  itemId: item.id,
  sequence: item.sequence,
  status: item.status,
  reprintItemId,
})

/** Returns item ids from the parts' records. Throws 422 on `name(index)` for an unknown sequence. */
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
    ids.has(sequence) ? [] : [asError(runSentences.sentence('unknown.piece', { sequence }), name(index))],
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
      errors.push(asError(runSentences.sentence('unknown.reported_item', { item }), parameter))
    else if (seen.has(itemId))
      errors.push(asError(runSentences.sentence('repeated.piece', { item }), parameter))
    seen.add(itemId)
  }
  if (errors.length > 0) throw validationFailed(errors)
}
