import * as v from 'valibot'
import type { ProcessContext, WriteContext } from '../../engine/context.ts'
import { asError, problem, validationFailed } from '../../kernel/errors.ts'
import { oneOf } from '../../kernel/query.ts'
import { described, integer, namedStrictObject, storable } from '../../kernel/wire-schema.ts'
import type { ImportErrorRow, ImportRow } from '../../model/imports.ts'
import { importLimits, type Question } from '../../model/mapping.ts'
import type { PostbatchRow } from '../../model/postbatches.ts'
import { maxRecordCells, maxRecordLength } from '../../ports/csv.ts'
import type { Rows } from '../../ports/store.ts'
import { checkItems, createEach, tryItems } from '../items/create.ts'
import type { CheckedItem } from '../items/new-item.ts'
import { measureReplacing, replaceEarlier } from '../items/replace-earlier.ts'
import type { RepeatChoice, TryOptions } from '../items/validate.ts'
import { joinQuestions, questionsOfDoubts } from '../lists/mapping/doubts.ts'
import { choiceMade, isLaterQuestion } from '../lists/questions.ts'
import { assertOpen, postbatchById, reopen } from '../postbatches/postbatch.ts'
import { errorId, errorRow, isDuplicate, toCorrect } from './bad-rows.ts'
import { importById } from './import.ts'
import { isRepeat, mayReplaceBy, questionsOfRepeats, takenOver } from './repeats.ts'
import {
  formattedStill,
  nameOf,
  type Reading,
  type ReadRow,
  readingOf,
  readRow,
  type Tally,
  tally,
} from './rows.ts'
import { importProblems, importSentences } from './sentences.ts'

export interface CorrectedRow {
  row: number
  cells: string[]
  asGiven?: boolean | undefined
  withFormOfAddress?: boolean | undefined
  repeat?: 'ALL' | 'LAST' | undefined
}

/** Rows read and checked before the transaction. */
export interface Corrected {
  reading: Reading
  rows: ReadRow[]
  checked: CheckedItem[]
  /** Decisions about rows whose person has an earlier piece, by item. */
  repeats: Map<string, RepeatChoice>
}

export interface CorrectionParams {
  id: string
  importId: string
}

/** Throws 409 until the import has ended. */
export const assertCorrectable = (row: ImportRow): void => {
  if (row.status !== 'COMPLETED' && row.status !== 'FAILED') {
    throw problem(importProblems.sentence('invalid_state.not_done', { status: row.status }))
  }
}

/** Reads and checks rows with the import's mapping. Throws if rows can't be corrected now. */
export const readCorrected = async (
  context: ProcessContext,
  { id, importId }: CorrectionParams,
  corrected: readonly CorrectedRow[],
): Promise<Corrected> => {
  const { services, scope, organisation } = context
  const ids = corrected.map(({ row }) => errorId(importId, row))
  const { row, postbatch, bad } = await services.store.read(async (rows) => ({
    row: await importById(rows, scope, id, importId),
    postbatch: await postbatchById(rows, scope, id),
    bad: await rows.importErrors.find(scope, { id: oneOf(ids), ...toCorrect }),
  }))
  const before = new Map(bad.map((one) => [one.row, one]))
  assertCorrectable(row)
  // An import cancelled before mapping has read no rows.
  if (!row.mapping) throw problem(importProblems.sentence('invalid_state.nothing_read'))
  const reading = await readingOf(services, row, { organisation, postbatch })
  const rows: ReadRow[] = []
  for (const { row: number, cells, asGiven, withFormOfAddress } of corrected) {
    await services.turns.rest()
    const known = before.get(number)
    const formatted = known && formattedStill(known, cells)
    rows.push(readRow(reading, cells, number, { formatted, asGiven, withFormOfAddress }))
  }
  const readable = rows.filter(({ item }) => item)
  const checked = await checkItems(
    context,
    readable.map(({ item }) => item!),
  )
  const decided = new Map(corrected.map(({ row: number, repeat }) => [number, repeat]))
  const repeats = new Map<string, RepeatChoice>()
  for (const [index, item] of checked.entries()) {
    const { row: number } = readable[index]!
    reading.rowOfItem.set(item.id, number)
    const choice = decided.get(number)
    if (choice) repeats.set(item.id, choice === 'ALL' ? 'all' : 'last')
  }
  const isLast = (item: string) => (repeats.get(item) ?? reading.repeats) === 'last'
  if (!row.dryRun)
    await measureReplacing(context, checked, { fields: reading.fields, now: context.now, isLast })
  return { reading, rows, checked, repeats }
}

/**
 * Creates items from good rows; a dry run only checks. Stores rows that are still bad as sent, and rows left
 * out in their earlier form. Returns the import with its new counts.
 */
export const createCorrected = async (
  context: WriteContext,
  { id, importId }: CorrectionParams,
  read: Corrected,
): Promise<ImportRow> => {
  const { reading, rows: corrected } = read
  const { rows, scope, now } = context
  const present = await importById(rows, scope, id, importId)
  assertCorrectable(present)
  const postbatch = await postbatchById(rows, scope, id)
  assertOpen(postbatch, 'items')
  const bad = await badRowsOf(rows, present, corrected)
  const outcomes = await outcomesOf(context, present, postbatch, read)
  const found = tally(
    reading,
    corrected,
    corrected.filter(({ item }) => item),
    outcomes,
  )
  if (present.dryRun) keepRepeats(found, bad, read)
  await rows.importErrors.remove(scope, { id: oneOf(bad.map((row) => row.id)) })
  const leftOut = leftOutOf(bad, corrected)
  await rows.importErrors.insertMany([
    ...found.bad.map((row) => errorRow(present, row)),
    ...leftOut.map((row) => ({ ...row, leftOutAt: now })),
  ])
  const first = await rows.importErrors.find(
    scope,
    { importId, ...toCorrect },
    { order: [{ field: 'row' }], limit: importLimits.shownProblems },
  )
  const changes = {
    createdCount: present.createdCount + found.created,
    suppressedCount: present.suppressedCount + found.suppressed,
    failedCount: present.failedCount - bad.length + found.bad.length,
    duplicateCount: present.duplicateCount - bad.filter(isDuplicate).length + found.duplicates,
    emptyCount: present.emptyCount + found.empty,
    leftOutCount: (present.leftOutCount ?? 0) + leftOut.length,
    problems: first.flatMap(({ problems }) => problems).slice(0, importLimits.shownProblems),
    questions: await questionsLeft(rows, present, found.bad),
    revision: present.revision + 1,
    updatedAt: now,
  }
  await rows.imports.update(scope, present.id, changes)
  context.work.hint({ of: 'import', ...scope })
  return { ...present, ...changes }
}

/**
 * A dry run no longer knows the other rows of the list, so a second row of a person stays in question while
 * the person is unchanged and nothing was decided. If it replaces the earlier row, it is not an additional
 * letter.
 */
const keepRepeats = (found: Tally, bad: readonly ImportErrorRow[], { reading, rows, repeats }: Corrected) => {
  if (reading.repeats !== undefined) return
  const decided = new Map([...repeats].map(([item, choice]) => [reading.rowOfItem.get(item), choice]))
  const sent = new Map(rows.map((row) => [row.row, row]))
  const refused = new Set(found.bad.map(({ row }) => row))
  for (const { row: number, cells, problems } of bad) {
    const repeated = problems.filter(isRepeat)
    const row = sent.get(number)
    if (!row?.item || repeated.length === 0 || refused.has(number)) continue
    if (decided.get(number) === 'all') continue
    const before = readRow(reading, cells, number, { asGiven: true }).item
    if (JSON.stringify(before?.recipient) !== JSON.stringify(row.item.recipient)) continue
    const isLast = decided.get(number) === 'last'
    found.bad.push({ ...row, problems: isLast ? repeated.map(takenOver) : repeated })
    found.created--
    if (isLast) found.duplicates++
  }
}

/** Creates the items. A dry run only compares the rows with one another and with the Postbatch. */
const outcomesOf = async (
  context: WriteContext,
  present: ImportRow,
  postbatch: PostbatchRow,
  { reading, checked, repeats }: Corrected,
): Promise<unknown[]> => {
  const options: TryOptions = {
    nameOf: (item) => nameOf(reading, item),
    onRepeat: (item) => repeats.get(item) ?? reading.repeats,
    fields: reading.fields,
    mayReplace: mayReplaceBy(context.caller.scopes.includes('items.write'), present),
  }
  if (present.dryRun) return tryItems(context, checked, { ...options, fresh: new Map() })
  await reopen(context, postbatch, context.now)
  return createEach(context, checked, { refuseBad: true, replaceEarlier, ...options })
}

/** A question is settled once none of its rows is bad; all stay if too many rows must be compared. */
const questionsLeft = async (
  rows: Rows,
  { id, organisationId, mode, questions, answers }: ImportRow,
  corrected: readonly ReadRow[],
): Promise<Question[]> => {
  const problems = corrected.flatMap((row) => row.problems)
  const raised = [...questionsOfDoubts(problems), ...questionsOfRepeats(problems)]
  const isOpen = (question: Question) =>
    isLaterQuestion(question.code) &&
    // Rows are still read by the suggested answer.
    question.suggested === undefined &&
    choiceMade(answers, question) === undefined
  const before = questions ?? []
  if (!before.some(isOpen)) return joinQuestions(before, raised).slice(0, importLimits.questions)
  const scope = { organisationId, mode }
  const limit = importLimits.comparedRows
  const bad = await rows.importErrors.find(scope, { importId: id, ...toCorrect }, { limit: limit + 1 })
  const keyOf = (code: string, column: string | null) =>
    JSON.stringify([code, code === 'repeated_recipient' ? null : column])
  const raisedBy = new Set(bad.flatMap((row) => row.problems.map(({ code, column }) => keyOf(code, column))))
  const left = before.filter(
    (question) =>
      bad.length > limit || !isOpen(question) || raisedBy.has(keyOf(question.code, question.column)),
  )
  return joinQuestions(left, raised).slice(0, importLimits.questions)
}

/** Returns the stored bad rows. Throws 422 for each row that is not, or no longer, bad. */
const badRowsOf = async (
  rows: Rows,
  { id, organisationId, mode }: ImportRow,
  corrected: readonly CorrectedRow[],
): Promise<ImportErrorRow[]> => {
  const ids = corrected.map(({ row }) => errorId(id, row))
  const bad = await rows.importErrors.find({ organisationId, mode }, { id: oneOf(ids), ...toCorrect })
  const known = new Set(bad.map((row) => row.id))
  const unknown = corrected.flatMap(({ row }, index) =>
    known.has(ids[index]!) ? [] : notBad(`rows[${index}].row`, row),
  )
  if (unknown.length > 0) throw validationFailed(unknown)
  return bad
}

/** Returns rows that were sent without any value. Their earlier form is a record of who gets no mail. */
const leftOutOf = (bad: readonly ImportErrorRow[], corrected: readonly ReadRow[]): ImportErrorRow[] => {
  const empty = new Set(
    corrected.filter(({ item, problems }) => !item && problems.length === 0).map(({ row }) => row),
  )
  return bad.filter(({ row }) => empty.has(row))
}

const notBad = (parameter: string, row: number) =>
  asError(importSentences.sentence('unknown_row', { row }), parameter)

export const correctedCell = v.pipe(v.string(), v.maxLength(maxRecordLength), storable)
const correctedCells = v.pipe(v.array(correctedCell), v.maxLength(maxRecordCells))

/** Decisions about the problems of a row. */
export const decisions = {
  asGiven: described(
    v.optional(v.boolean()),
    'True confirms the doubtful values of this row (`placeholder`, `spreadsheet_value`, `unlikely_text`, `form_of_address`, `surname_alone`, `no_mail`, `line_break`, `text_mark`): they are printed unchanged, and the piece is sent.',
  ),
  withFormOfAddress: described(
    v.optional(v.boolean()),
    'True prints the form of address before the surname of this row (`surname_alone`), as `include` does for all rows. Other doubts about the row remain.',
  ),
  repeat: described(
    v.optional(v.picklist(['ALL', 'LAST'])),
    'For a row whose person has an earlier piece (`repeated_recipient`): `ALL` sends this one too, `LAST` gives the earlier piece the values of this row, which requires `items.write` if that piece did not come with this list.',
  ),
}

export const correctionInput = namedStrictObject('ImportMend', 'Corrected bad rows of an import.', {
  rows: described(
    v.pipe(
      v.array(
        v.strictObject({
          row: described(v.pipe(integer, v.minValue(1)), 'Number of the row, as in `errors.csv`.'),
          cells: described(
            correctedCells,
            'All its cells, in the order of `columns`. Without any value, the row is left out.',
          ),
          ...decisions,
        }),
      ),
      v.minLength(1),
      v.maxLength(importLimits.correctedRows),
      v.check(
        (rows) => new Set(rows.map(({ row }) => row)).size === rows.length,
        importSentences.message('invalid_value.rows_once'),
      ),
    ),
    `The rows, 1 to ${importLimits.correctedRows}.`,
  ),
})
