import type { Services } from '../../engine/services.ts'
import type { Mapping, Question } from '../../model/mapping.ts'
import { importLimits } from '../../model/mapping.ts'
import { CsvFault } from '../../ports/csv.ts'
import type { TemplateDocument } from '../../template/document.ts'
import {
  type ColumnNotation,
  notationsOf,
  type SampleRow,
  sampleRowsOf,
} from './mapping/notation-questions.ts'
import { recordsOf, recordsPerChunk } from './records.ts'
import type { Below } from './suggest-for-list.ts'

interface ListOfLetters {
  heading: readonly string[]
  /** The first rows below the heading. */
  rows: readonly SampleRow[]
  document: TemplateDocument
  /** The country (ISO 3166-1) of the organisation. */
  country: string
}

/**
 * A question for each column of days or numbers that a mapping gives to merge fields: which notation its values decide,
 * or which of two they have. Reads on in the file while the first rows decide neither. None where the mapping names a
 * locale.
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

/** Reads the rest of a file until each of these columns is decided. */
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
    // The import tells of a file that cannot be read on.
    if (!(error instanceof CsvFault)) throw error
  }
}
