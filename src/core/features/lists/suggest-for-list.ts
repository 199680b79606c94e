import type { Services } from '../../engine/services.ts'
import type { CsvDialect } from '../../kernel/csv-dialect.ts'
import { importLimits, type Mapping, type Question } from '../../model/mapping.ts'
import { CsvFault } from '../../ports/csv.ts'
import type { TemplateDocument } from '../../template/document.ts'
import { isNamedAsUnit, isOfRecipient } from './mapping/columns.ts'
import { type Sample, suggestMapping } from './mapping/suggest.ts'
import { type ColumnNotation, notationsOf, type SampleRow, sampleRowsOf } from './mapping/value-questions.ts'
import { type ListFile, recordsOf, recordsPerChunk } from './records.ts'

export interface Below extends ListFile {
  dialect: CsvDialect
  /** The first record after the sample. */
  from: number
}

/**
 * Suggests a mapping by the first rows. Searches the rest of the file for name and address columns that are
 * empty there, and unused or named as a unit.
 */
export const suggestForList = async (
  services: Pick<Services, 'blobs' | 'csv' | 'turns'>,
  sample: Sample,
  below: Below,
): ReturnType<typeof suggestMapping> => {
  const { heading, rows } = sample
  const suggestion = await suggestMapping(sample, services.turns)
  const unused = new Set(suggestion.unusedColumns)
  const empty: number[] = []
  for (const [place, name] of heading.entries()) {
    if (!rows.every((cells) => isEmpty(cells[place]))) continue
    await services.turns.rest()
    if (unused.has(name) ? isOfRecipient(name) : isNamedAsUnit(name)) empty.push(place)
  }
  const later = empty.length === 0 ? [] : await rowsThatFill(services, below, empty)
  return later.length === 0
    ? suggestion
    : suggestMapping({ ...sample, rows: [...rows, ...later] }, services.turns)
}

const isEmpty = (cell: string | undefined): boolean => cell === undefined || cell.trim() === ''

/**
 * Returns the first few rows that fill each of these columns. Reads to the end of the file if one has too
 * few.
 */
export const rowsThatFill = async (
  services: Pick<Services, 'blobs' | 'csv'>,
  { from, ...file }: Below,
  places: readonly number[],
): Promise<string[][]> => {
  const found: string[][] = []
  const counts = new Map(places.map((place) => [place, 0]))
  const chunks = await recordsOf(services, file, from, recordsPerChunk)
  try {
    for await (const { records } of chunks ?? []) {
      for (const cells of records) {
        const filled = [...counts.keys()].filter((place) => !isEmpty(cells[place]))
        if (filled.length === 0) continue
        found.push(cells)
        for (const place of filled) {
          const count = counts.get(place)! + 1
          if (count < importLimits.samples) counts.set(place, count)
          else counts.delete(place)
        }
      }
      if (counts.size === 0) break
    }
  } catch (error) {
    // The import reports a file that can't be read further.
    if (!(error instanceof CsvFault)) throw error
  }
  return found
}

interface ListOfLetters {
  heading: readonly string[]
  /** Rows below the heading. */
  rows: readonly SampleRow[]
  document: TemplateDocument
  /** ISO 3166-1. */
  country: string
}

/**
 * Returns questions about the notation of day and number columns mapped to merge fields, unless the mapping
 * has a locale. Reads further while the first rows are ambiguous.
 */
export const notationQuestions = async (
  services: Pick<Services, 'blobs' | 'csv' | 'turns'>,
  mapping: Mapping | null | undefined,
  { rows, country, ...list }: ListOfLetters,
  below?: Below | undefined,
): Promise<Question[]> => {
  if (!mapping) return []
  const columns = notationsOf(mapping, rows, list)
  const undecided = columns.filter(({ isUndecided }) => isUndecided)
  if (below && undecided.length > 0)
    await readOn(services, below, { undecided, language: list.document.locale })
  const questions = columns.map((column) => column.question(list.document, country))
  return questions.filter((question) => question !== undefined).slice(0, importLimits.questions)
}

/** Reads the rest of the file until each of these columns is decided. */
const readOn = async (
  services: Pick<Services, 'blobs' | 'csv' | 'turns'>,
  { from, ...file }: Below,
  { undecided, language }: { undecided: readonly ColumnNotation[]; language: string },
): Promise<void> => {
  const chunks = await recordsOf(services, { ...file, language }, from, recordsPerChunk)
  try {
    for await (const { records, formatted } of chunks ?? []) {
      await services.turns.rest()
      for (const row of sampleRowsOf(records, formatted)) {
        for (const column of undecided) column.note(row)
      }
      if (!undecided.some(({ isUndecided }) => isUndecided)) return
    }
  } catch (error) {
    // The import reports a file that can't be read further.
    if (!(error instanceof CsvFault)) throw error
  }
}
