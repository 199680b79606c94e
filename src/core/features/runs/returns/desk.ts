import { recordedActor } from '../../../engine/audit/actor.ts'
import type { ProcessContext } from '../../../engine/context.ts'
import { nowIn } from '../../../engine/mode-clock.ts'
import { asError, invalid, type ParameterError, validationFailed } from '../../../kernel/errors.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { oneOf } from '../../../kernel/query.ts'
import type { OrganisationRow } from '../../../model/organisations.ts'
import { CsvFault } from '../../../ports/csv.ts'
import { everyone } from '../../../ports/store.ts'
import { readMoveContext } from '../../items/chunks.ts'
import { fold } from '../../lists/list-column.ts'
import { openList } from '../../lists/open-list.ts'
import { recordsOf } from '../../lists/records.ts'
import { runLimits } from '../limits.ts'
import { codeIn, itemsByCode } from '../rendering/codes.ts'
import { runSentences } from '../sentences.ts'
import { type ReportedReturn, withReasons } from './codes.ts'
import { type ReturnResult, returnPieces, returnReasonIn, type ScannedReturn } from './returns.ts'

export interface FoundReturn extends ReturnResult {
  /** Undefined if the code is unknown. */
  organisation: OrganisationRow | undefined
}

/** `at` is the position in the report. */
interface ReturnGroup {
  organisation: OrganisationRow
  mode: Mode
  pieces: { at: number; scanned: ScannedReturn }[]
}

/**
 * Reports pieces in one transaction for each organisation and mode, by its clock. If one fails, earlier
 * reports stay, and a repetition doesn't change them.
 */
export const returnPiecesAnywhere = async (
  { services, transact, caller }: Pick<ProcessContext, 'services' | 'transact' | 'caller'>,
  given: readonly ReportedReturn[],
): Promise<FoundReturn[]> => {
  const { results, stacks: groups } = await services.store.read(async (rows) => {
    const scanned = await withReasons(rows, given)
    const items = await itemsByCode(
      rows,
      everyone,
      scanned.map(({ code }) => codeIn(code)),
    )
    const owners = [...new Set([...items.values()].map(({ organisationId }) => organisationId))]
    const found = await rows.organisations.find(everyone, { id: oneOf(owners) })
    const organisations = new Map(found.map((organisation) => [organisation.id, organisation]))
    const groups = new Map<string, ReturnGroup>()
    const results = scanned.map((piece, at): FoundReturn => {
      const { code, reason } = piece
      const item = items.get(codeIn(code))
      const organisation = item && organisations.get(item.organisationId)
      if (!item || !organisation)
        return { code, reason, outcome: 'UNKNOWN_CODE', item: undefined, organisation: undefined }
      const key = `${organisation.id} ${item.mode}`
      const group = groups.get(key) ?? { organisation, mode: item.mode, pieces: [] }
      group.pieces.push({ at, scanned: piece })
      groups.set(key, group)
      return { code, reason, outcome: 'UNKNOWN_CODE', item, organisation }
    })
    return { results, stacks: groups }
  })
  for (const [, { organisation, mode, pieces }] of [...groups].sort(([one], [other]) =>
    one < other ? -1 : 1,
  )) {
    const scope = { organisationId: organisation.id, mode }
    const now = nowIn(services, organisation, mode)
    const reported = await transact(async (transaction) => {
      const move = await readMoveContext(services, transaction, organisation.id, now)
      return returnPieces(
        move,
        scope,
        pieces.map(({ scanned }) => scanned),
        recordedActor(caller),
      )
    })
    for (const [index, result] of reported.entries())
      results[pieces[index]!.at] = { ...result, organisation: result.item && organisation }
  }
  return results
}

const { sentence } = runSentences
const columns = ['code', 'reason', 'carrier', 'note'] as const

/**
 * Reads a list with the columns `code` and optionally `reason` (an API value or a carrier's code), `carrier`
 * and `note`. Runs outside transactions.
 */
const returnsListed = async (
  context: Pick<ProcessContext, 'services' | 'scope' | 'shared' | 'caller'>,
  uploadId: string,
): Promise<ReportedReturn[]> => {
  const limit = runLimits.returns
  const { file, dialect, heading } = await openList(context, { uploadId })
  const names = heading.map(fold)
  const at = Object.fromEntries(columns.map((column) => [column, names.indexOf(column)]))
  if (at.code! < 0) throw invalid('uploadId', sentence('required.return_column'))
  const listed: ReportedReturn[] = []
  try {
    const chunks = await recordsOf(context.services, { ...file, dialect }, 1, 200)
    for await (const { records, from } of chunks ?? []) {
      for (const [index, record] of records.entries()) {
        const cell = (column: (typeof columns)[number]) => (record[at[column]!] ?? '').trim()
        if (cell('code') !== '') listed.push(pieceOf(cell, from + index + 1))
      }
      if (listed.length > limit) throw invalid('uploadId', sentence('too_many_pieces.list', { limit }))
    }
  } catch (error) {
    if (error instanceof CsvFault) throw invalid('uploadId', error.sentence)
    throw error
  }
  if (listed.length === 0) throw invalid('uploadId', sentence('empty.returns'))
  assertShort(listed)
  return listed
}

/** Returns the pieces of the request or of an uploaded list. Throws 422 for both or neither. */
export const reportedReturns = (
  context: Pick<ProcessContext, 'services' | 'scope' | 'shared' | 'caller'>,
  { pieces, uploadId }: { pieces?: ReportedReturn[] | undefined; uploadId?: string | undefined },
): Promise<ReportedReturn[]> | ReportedReturn[] => {
  if ((pieces === undefined) === (uploadId === undefined))
    throw invalid('pieces', sentence('exclusive.returns'))
  return pieces ?? returnsListed(context, uploadId!)
}

const pieceOf = (cell: (column: (typeof columns)[number]) => string, row: number): ReportedReturn => {
  const word = cell('reason')
  const reason = word === '' ? 'OTHER' : returnReasonIn(word)
  const more = { note: cell('note') || undefined, row }
  // A carrier next to one of our own reasons is ignored, because a list may name it in every row.
  if (reason) return { code: cell('code'), reason, ...more }
  const carrier = cell('carrier') || undefined
  return { code: cell('code'), reason: 'OTHER', carrierCode: word, carrier, ...more }
}

const assertShort = (listed: readonly ReportedReturn[]): void => {
  const limits = { code: runLimits.returnCodeLength, note: runLimits.reasonLength }
  const errors = listed.flatMap(({ row, ...piece }) =>
    (['code', 'note'] as const).flatMap((column): ParameterError[] =>
      (piece[column]?.length ?? 0) <= limits[column]
        ? []
        : [
            asError(
              sentence('too_long.return_row', { row: row!, column, limit: limits[column] }),
              'uploadId',
            ),
          ],
    ),
  )
  if (errors.length > 0) throw validationFailed(errors.slice(0, runLimits.returnErrors))
}
