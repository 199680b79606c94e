import * as v from 'valibot'
import { recipientName } from '../../address/index.ts'
import type { Recipient } from '../../address/schema.ts'
import type { ProcessContext, WriteContext } from '../../engine/context.ts'
import { invalid, problem } from '../../kernel/errors.ts'
import { described, integer, namedStrictObject } from '../../kernel/wire-schema.ts'
import type { ImportErrorRow, ImportRow, RowProblem } from '../../model/imports.ts'
import { columnsOfSource, importLimits } from '../../model/mapping.ts'
import { shownCell } from '../lists/list-column.ts'
import { createReader } from '../lists/mapping/apply.ts'
import { assertMayOpen } from '../lists/open-list.ts'
import { badRowPages } from './bad-rows.ts'
import {
  assertCorrectable,
  type Corrected,
  type CorrectionParams,
  correctedCell,
  createCorrected,
  decisions,
  readCorrected,
} from './corrections.ts'
import { importById } from './import.ts'
import type { ImportProblemGroups } from './schema.ts'
import { importProblems, importSentences } from './sentences.ts'

/*
 * A list often has the same problem in many rows, such as a country that is spelled differently. Bad rows with
 * one code in one column are a group. Groups are computed from the stored rows at each request, so they are
 * right for lists and corrections of earlier versions too.
 */

type Kind = Pick<RowProblem, 'code' | 'column'>

interface Group {
  problem: RowProblem
  /** The column's text if all rows have the same; null otherwise. */
  value: string | null
  rowCount: number
  rows: ImportProblemGroups['data'][number]['rows']
}

/** Returns the groups of the first bad rows, the largest first. */
export const problemGroupsOf = async (
  { services, organisation }: Pick<ProcessContext, 'services' | 'organisation'>,
  row: ImportRow,
): Promise<ImportProblemGroups> => {
  const nameOf = nameReader(row, organisation.country)
  const groups = new Map<string, Group>()
  let rowCount = 0
  for await (const page of badRowPages(services, row)) {
    if (rowCount >= importLimits.groupedRows) return toWire(row, groups, { rowCount, isComplete: false })
    rowCount += page.length
    for (const bad of page) note(groups, bad, { heading: row.heading, nameOf })
    await services.turns.rest()
  }
  return toWire(row, groups, { rowCount, isComplete: true })
}

const keyOf = ({ code, column }: Kind): string => JSON.stringify([code, column])

interface Known {
  heading: readonly string[]
  nameOf: (cells: readonly string[]) => string | null
}

const note = (
  groups: Map<string, Group>,
  { row, cells, problems }: ImportErrorRow,
  { heading, nameOf }: Known,
): void => {
  for (const [key, found] of new Map(problems.map((one) => [keyOf(one), one]))) {
    const value = textIn(heading, found.column, cells)
    const group = groups.get(key) ?? { problem: found, value, rowCount: 0, rows: [] }
    groups.set(key, group)
    group.rowCount++
    if (group.value !== value) group.value = null
    if (group.rows.length < importLimits.groupSamples) group.rows.push({ row, name: nameOf(cells) })
  }
}

/** Returns the text of a column; null without such a column, and if the text is too long to show. */
const textIn = (heading: readonly string[], column: string, cells: readonly string[]): string | null => {
  const place = heading.indexOf(column)
  const value = place < 0 ? null : (cells[place] ?? '').trim()
  return value !== null && value.length <= importLimits.sampleLength ? value : null
}

/** Returns a function that reads the name of a row's recipient. */
const nameReader = ({ mapping, heading, answers }: ImportRow, country: string) => {
  const names = Object.entries(mapping?.fields ?? {}).filter(([field]) =>
    ['recipient.name', 'recipient.companyName'].includes(field),
  )
  const onlyNames = { ...mapping, fields: Object.fromEntries(names) }
  const reader = createReader(onlyNames, { heading, country, variables: {}, answers })
  return (cells: readonly string[]): string | null =>
    shownCell(recipientName(reader.read(cells).recipient as Recipient)) || null
}

const toWire = (
  row: ImportRow,
  groups: ReadonlyMap<string, Group>,
  counted: Pick<ImportProblemGroups, 'rowCount' | 'isComplete'>,
): ImportProblemGroups => ({
  ...counted,
  data: [...groups.values()]
    .toSorted((one, other) => other.rowCount - one.rowCount)
    .slice(0, importLimits.problemGroups)
    .map(({ problem: { code, column, message, params }, value, rowCount, rows }) => ({
      code,
      column,
      fields: fieldsFrom(row, column),
      takesValue: row.heading.includes(column),
      value,
      rowCount,
      message,
      params,
      rows,
    })),
})

/** Returns the fields that a column fills, or one of the joined columns that a problem names. */
const fieldsFrom = ({ mapping }: ImportRow, column: string): string[] => {
  const named = new Set([column, ...column.split(' + ')])
  return Object.entries(mapping?.fields ?? {}).flatMap(([field, source]) =>
    columnsOfSource(source).some((one) => named.has(one)) ? [field] : [],
  )
}

const text = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most))

export const groupCorrectionInput = namedStrictObject(
  'ProblemGroupCorrection',
  'One correction for all bad rows with the same problem. Decisions apply to each row.',
  {
    code: described(text(100), 'Code of the problem, as in `postbatches.problemGroups`.'),
    column: described(
      text((importLimits.columnNameLength + 3) * importLimits.joinedColumns),
      'Column of the problem, as in `postbatches.problemGroups`.',
    ),
    value: described(
      v.optional(correctedCell),
      'Text for this column in each row. 422 unless the group has `takesValue`.',
    ),
    current: described(
      v.optional(correctedCell),
      'Corrects only rows in which this column has this text, apart from spaces around it. Empty: only rows in which it is empty. 422 unless the group has `takesValue`.',
    ),
    ...decisions,
    afterRow: described(
      v.optional(v.pipe(integer, v.minValue(1))),
      '`nextAfterRow` of the previous answer; from the first row if absent.',
    ),
  },
)
type GroupCorrection = v.InferOutput<typeof groupCorrectionInput>

/** A part of a group, read and checked before the transaction. */
export interface CorrectedGroup {
  /** Revision of the import whose rows were read. */
  revision: number
  /** Undefined without any row. */
  corrected: Corrected | undefined
  nextAfterRow: number | null
}

/** Reads the next rows of a group with their correction. Throws if rows can't be corrected now. */
export const readGroup = async (
  context: ProcessContext,
  params: CorrectionParams,
  { code, column, value, current, afterRow, ...decided }: GroupCorrection,
): Promise<CorrectedGroup> => {
  const { services } = context
  const row = await openedImport(context, params)
  assertCorrectable(row)
  if (value === undefined && !decided.asGiven && !decided.withFormOfAddress && !decided.repeat) {
    throw invalid('value', importSentences.sentence('required.group_correction'))
  }
  const place = row.heading.indexOf(column)
  if ((value ?? current) !== undefined && place < 0) {
    throw invalid('column', importSentences.sentence('invalid_value.not_a_column', { column }))
  }
  const { bad, nextAfterRow } = await badRowsOfKind(services, row, { code, column, current, place }, afterRow)
  const rows = bad.map((one) => ({
    ...decided,
    row: one.row,
    cells: value === undefined ? one.cells : withCell(one.cells, place, value),
  }))
  const corrected = rows.length === 0 ? undefined : await readCorrected(context, params, rows)
  return { revision: row.revision, corrected, nextAfterRow }
}

/**
 * Returns the import. Throws 403 for callers who may not open its list, because rows are chosen by their content
 * here: the outcome would tell which columns and problems there are.
 */
const openedImport = (
  { services, scope, caller }: Pick<ProcessContext, 'services' | 'scope' | 'caller'>,
  { id, importId }: CorrectionParams,
): Promise<ImportRow> =>
  services.store.read(async (rows) => {
    const row = await importById(rows, scope, id, importId)
    const { organisationId, uploadId } = row
    assertMayOpen(caller, uploadId, await rows.uploads.get({ organisationId }, uploadId))
    return row
  })

const withCell = (cells: readonly string[], place: number, value: string): string[] =>
  Array.from({ length: Math.max(cells.length, place + 1) }, (_, index) =>
    index === place ? value : (cells[index] ?? ''),
  )

const badRowsOfKind = async (
  services: ProcessContext['services'],
  row: ImportRow,
  { code, column, current, place }: Kind & { current: string | undefined; place: number },
  after: number | undefined,
): Promise<{ bad: ImportErrorRow[]; nextAfterRow: number | null }> => {
  const bad: ImportErrorRow[] = []
  let seen = 0
  for await (const page of badRowPages(services, row, { after })) {
    for (const one of page) {
      if (!one.problems.some((found) => found.code === code && found.column === column)) continue
      if (current !== undefined && (one.cells[place] ?? '').trim() !== current.trim()) continue
      bad.push(one)
      if (bad.length === importLimits.correctedRows) return { bad, nextAfterRow: one.row }
    }
    seen += page.length
    if (seen >= importLimits.groupedRows) return { bad, nextAfterRow: page.at(-1)!.row }
    await services.turns.rest()
  }
  return { bad, nextAfterRow: null }
}

/** Creates items from the rows that are good now. Throws 409 if rows were corrected since they were read. */
export const correctGroup = async (
  context: WriteContext,
  params: CorrectionParams,
  { revision, corrected, nextAfterRow }: CorrectedGroup,
): Promise<{ row: ImportRow; correctedCount: number; leftCount: number; nextAfterRow: number | null }> => {
  const before = await importById(context.rows, context.scope, params.id, params.importId)
  if (!corrected) return { row: before, correctedCount: 0, leftCount: 0, nextAfterRow }
  if (before.revision !== revision) throw problem(importProblems.sentence('invalid_state.rows_changed'))
  const row = await createCorrected(context, params, corrected)
  const count = corrected.rows.length
  const leftCount = count - (before.failedCount - row.failedCount)
  return { row, correctedCount: count - leftCount, leftCount, nextAfterRow }
}
