import type { Services } from '../../engine/services.ts'
import { tryParse } from '../../engine/validate.ts'
import { asError, type ParameterError, Problem } from '../../kernel/errors.ts'
import type { Finding } from '../../kernel/finding.ts'
import { inTermsOf } from '../../kernel/sentences.ts'
import type { ImportErrorRow, ImportRow, RowProblem } from '../../model/imports.ts'
import { columnsOfSource, type Mapping } from '../../model/mapping.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import type { PostbatchRow } from '../../model/postbatches.ts'
import { surplusCells } from '../../ports/csv.ts'
import type { NewItem } from '../items/new-item.ts'
import { mergeFieldsOf } from '../items/salutation.ts'
import { type PostbatchItemInput, postbatchItemInput } from '../items/schema.ts'
import type { RepeatChoice } from '../items/validate.ts'
import { Refused } from '../items/validate.ts'
import { createReader, type Reader, type RowDecision } from '../lists/mapping/apply.ts'
import { placeOf } from '../lists/mapping/sources.ts'
import { decidedByList } from '../lists/mapping/value-questions.ts'
import { countryFault } from '../lists/mapping/values.ts'
import type { FormattedCells } from '../lists/records.ts'
import { surplusFault, textFault } from '../lists/records.ts'
import { listSentences } from '../lists/sentences.ts'
import { compiledTemplate } from '../templates/compiled.ts'
import { isDuplicate } from './bad-rows.ts'
import { repeatChoiceOf, repeatProblem } from './repeats.ts'

export interface Reading {
  organisation: OrganisationRow
  postbatch: PostbatchRow
  reader: Reader
  /** BCP 47. Workbook numbers are displayed in it. */
  language: string
  /** Indexes of the mapped columns. */
  places: readonly number[]
  heading: readonly string[]
  /** Decides rows whose person has an earlier, different piece; undefined if they are returned. */
  repeats: RepeatChoice | undefined
  /** Merge fields in the list. */
  fields: ReadonlySet<string>
  /** Row number by item, for messages. */
  rowOfItem: Map<string, number>
}

export const readingOf = async (
  services: Services,
  { mapping, heading, answers, questions }: Pick<ImportRow, 'mapping' | 'heading' | 'answers' | 'questions'>,
  { organisation, postbatch }: Pick<Reading, 'organisation' | 'postbatch'>,
): Promise<Reading> => {
  const { document } = await compiledTemplate(services, postbatch, postbatch.templateVersionId)
  return {
    organisation,
    postbatch,
    language: document.locale,
    reader: createReader(mapping!, {
      heading,
      country: organisation.country,
      variables: document.variables,
      letter: mergeFieldsOf(document).letter,
      answers,
      decided: decidedByList(questions),
    }),
    places: placesOf(mapping!, heading),
    heading,
    repeats: repeatChoiceOf(answers),
    fields: new Set(mergeFieldsIn(mapping!)),
    rowOfItem: new Map(),
  }
}

const mergeFieldsIn = ({ fields }: Mapping): string[] =>
  Object.keys(fields).flatMap((field) => (field.startsWith('data.') ? field.slice('data.'.length) : []))

const placesOf = ({ fields }: Mapping, heading: readonly string[]): number[] => [
  ...new Set(
    Object.values(fields)
      .flatMap(columnsOfSource)
      .map((column) => placeOf(heading, column)),
  ),
]

export interface ReadRow {
  /** Row number as in a spreadsheet. */
  row: number
  cells: string[]
  /** Displayed text of cells stored as numbers; absent if there is none. */
  formatted?: (string | null)[]
  item?: NewItem
  problems: RowProblem[]
}

export interface Tally {
  created: number
  suppressed: number
  empty: number
  duplicates: number
  bad: ReadRow[]
}

export const nameOf = ({ rowOfItem }: Reading, id: string): string => {
  const row = rowOfItem.get(id)
  return row === undefined ? id : `row ${row}`
}

interface ReadOptions extends RowDecision {
  /** Displayed text of the numbers in these cells. */
  formatted?: FormattedCells | undefined
  /** A user has confirmed the doubtful values of the row. */
  asGiven?: boolean | undefined
}

export const readRow = (
  reading: Reading,
  record: string[],
  row: number,
  { formatted, ...decided }: ReadOptions = {},
): ReadRow => {
  if (!formatted) return readCells(reading, { record, cells: record, row, ...decided })
  // Bad rows store the printed text, since the workbook is not read again for corrections.
  const cells = reading.reader.printed(record, formatted)
  const kept = cells.map((cell, place) => (cell === record[place] ? (formatted[place] ?? null) : null))
  const read = readCells(reading, { record, cells, row, formatted, ...decided })
  return kept.some((shown) => shown !== null) ? { ...read, formatted: kept } : read
}

/** Returns the displayed text of cells that the user left unchanged. */
export const formattedStill = (
  { cells, formatted }: Pick<ImportErrorRow, 'cells' | 'formatted'>,
  corrected: readonly string[],
): FormattedCells | undefined =>
  formatted?.map((shown, place) => (shown !== null && corrected[place] === cells[place] ? shown : undefined))

interface CellsOfRow extends ReadOptions {
  record: string[]
  /** Stored for a bad row. */
  cells: string[]
  row: number
}

const readCells = (
  reading: Reading,
  { record, cells, row, formatted, asGiven = false, ...decided }: CellsOfRow,
): ReadRow => {
  if (record.every((cell) => cell.trim() === '')) return { row, cells, problems: [] }
  const surplus = surplusProblem(reading.heading.length, row, cells)
  if (surplus) return { row, cells, problems: [surplus] }
  const faults = textProblems(reading, row, cells)
  if (faults.length > 0) return { row, cells, problems: faults }
  const doubts = [
    ...reading.reader.ambiguousIn(record, formatted),
    ...(asGiven ? [] : reading.reader.doubtsOf(record, decided)),
  ]
  const doubted = () => ({
    row,
    cells,
    problems: doubts.map(({ column, sentence }) => ({ row, column, ...sentence })),
  })
  const run = () => runOnProblem(reading.heading, row, cells)
  // Line breaks are not in question if a quotation mark has joined several rows.
  if (doubts.some(({ sentence }) => sentence.code !== 'line_break' || !run())) return doubted()
  const body = reading.reader.read(record, formatted, decided)
  const { output, errors } = tryParse(postbatchItemInput, body, 'body')
  if (!output) {
    const ranOn = run()
    return { row, cells, problems: ranOn ? [ranOn] : problemsOf(reading, row, errors.map(inWords(body))) }
  }
  if (doubts.length > 0) return doubted()
  const input: PostbatchItemInput = output
  const item = { ...input, sendOn: null, postflowId: null, postbatchId: reading.postbatch.id }
  return { row, cells, item, problems: [] }
}

/** Rewords errors: lists use country names instead of codes. */
const inWords =
  ({ recipient }: Record<string, unknown>) =>
  (fault: ParameterError): ParameterError => {
    const country = (recipient as Partial<Record<string, unknown>> | undefined)?.country
    return fault.parameter === 'recipient.country' && fault.code === 'invalid_format'
      ? asError(countryFault(String(country).slice(0, 80)), fault.parameter)
      : fault
  }

/** Reports more cells than the heading: they may be in the wrong columns. */
const surplusProblem = (columns: number, row: number, cells: readonly string[]): RowProblem | undefined => {
  const surplus = surplusCells(columns, cells)
  if (surplus.length === 0) return undefined
  return { row, column: `column ${columns + 1}`, ...surplusFault(columns, surplus) }
}

const textProblems = ({ places, heading }: Reading, row: number, cells: readonly string[]): RowProblem[] =>
  places.flatMap((place) => {
    const fault = textFault(cells[place] ?? '')
    return fault ? [{ row, column: heading[place]!, ...fault }] : []
  })

/** Most lines of a regular cell, such as an address or a text. */
const mostLines = 4

/** A cell of many lines: a quotation mark may have joined several rows, so other problems mean nothing. */
const runOnProblem = (
  heading: readonly string[],
  row: number,
  cells: readonly string[],
): RowProblem | undefined => {
  const lines = heading.map((_, index) => (cells[index] ?? '').split(/\r\n|\r|\n/).length)
  const index = lines.findIndex((count) => count > mostLines)
  if (index < 0) return undefined
  return {
    row,
    column: heading[index]!,
    ...listSentences.sentence('invalid.lines', { lines: lines[index]! }),
  }
}

/** Returns distinct problems, even if one affects several places of the piece. */
const problemsOf = (reading: Reading, row: number, faults: readonly ParameterError[]): RowProblem[] => {
  const problems = faults.map((fault) => problemOf(reading, row, fault))
  const isSame = (one: RowProblem, other: RowProblem) =>
    one.column === other.column && one.code === other.code && one.message === other.message
  return problems.filter((problem, index) => problems.findIndex((one) => isSame(one, problem)) === index)
}

/** Converts an error to a problem, with the file's column names instead of paths. */
const problemOf = ({ reader }: Reading, row: number, fault: ParameterError): RowProblem => {
  const column = reader.columnOf(fault.parameter)
  return { row, column, ...inTermsOf(fault, fault.parameter, column) }
}

const ofFinding = (found: Finding) => asError(found, found.field ?? 'recipient')

export const tally = (
  reading: Reading,
  rows: readonly ReadRow[],
  readable: readonly ReadRow[],
  outcomes: readonly unknown[],
): Tally => {
  const counts = { created: 0, suppressed: 0, duplicates: 0 }
  const refusedRows = new Map<ReadRow, ReadRow>()
  for (const [index, row] of readable.entries()) {
    const outcome = outcomes[index]
    if (outcome instanceof Problem || outcome instanceof Refused) {
      const problems =
        outcome instanceof Problem
          ? problemsOf(reading, row.row, ofProblem(outcome))
          : ofRefused(reading, row.row, outcome)
      if (isDuplicate({ problems })) counts.duplicates++
      refusedRows.set(row, { ...row, problems })
      continue
    }
    counts.created++
    const status = typeof outcome === 'string' ? outcome : (outcome as { status: string }).status
    if (status === 'SUPPRESSED') counts.suppressed++
  }
  const bad = rows.flatMap((row) => (row.problems.length > 0 ? [row] : (refusedRows.get(row) ?? [])))
  return { ...counts, empty: rows.length - counts.created - bad.length, bad }
}

const ofRefused = (
  reading: Reading,
  row: number,
  { findings, repeat, replacesEarlier }: Refused,
): RowProblem[] => {
  const errors = findings.filter(isError)
  if (!repeat) return problemsOf(reading, row, errors.map(ofFinding))
  const others = errors.filter(({ code }) => code !== 'duplicate_recipient')
  const { reader, repeats: choice } = reading
  return [
    ...problemsOf(reading, row, others.map(ofFinding)),
    repeatProblem(row, { repeat, replacesEarlier }, { reader, choice }),
  ]
}

const isError = ({ severity }: Finding): boolean => severity === 'error'

const ofProblem = (error: Problem) =>
  error.errors.length > 0 ? error.errors : [asError(error.sentence, 'recipient')]
