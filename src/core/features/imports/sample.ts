import type { ProcessContext } from '../../engine/context.ts'
import type { Services } from '../../engine/services.ts'
import { given } from '../../kernel/query.ts'
import { importLimits } from '../../model/import-limits.ts'
import type { ImportRow } from '../../model/imports.ts'
import { CsvFault } from '../../ports/csv.ts'
import { samplesOf, shownCell, shownFileRows, shownRowsOf } from '../lists/list-column.ts'
import { listFileOf, type RecordChunk, recordsOf } from '../lists/records.ts'
import { compiledTemplate } from '../templates/compiled.ts'
import { headingRowOf } from './import.ts'
import type { ImportSample } from './schema.ts'

const { sampleRows, shownRows } = importLimits

/** The first rows of an import's file, and the values that stand in each column of them. */
export const sampleOf = async (
  { services }: Pick<ProcessContext, 'services'>,
  row: ImportRow,
): Promise<ImportSample> => {
  const language = await languageOf(services, row)
  const { records, formatted = [] } = await firstRows(services, row, row.headRecords, sampleRows, language)
  await services.turns.rest()
  const fileRows = (await firstRows(services, row, 0, shownRows)).records
  await services.turns.rest()
  const printed = records.map((cells, index) => cells.map((cell, place) => formatted[index]?.[place] ?? cell))
  const isFormatted = (place: number) => formatted.some((cells) => cells[place] !== undefined)
  const hasFormats = formatted.some((cells) => cells.some((cell) => cell !== undefined))
  return {
    columns: row.heading.map((name, place) => ({
      name,
      samples: samplesOf(records, place),
      ...(isFormatted(place) ? { printed: samplesOf(printed, place) } : {}),
    })),
    rows: shownRowsOf(records, row.headRecords).map((one, index) => ({
      ...one,
      ...(hasFormats ? { printed: printed[index]!.map(shownCell) } : {}),
    })),
    fileRows: shownFileRows(fileRows, headingRowOf(row)),
  }
}

/** The language of the letters, in which a workbook shows its numbers; undefined of a CSV. */
const languageOf = async (services: Services, row: ImportRow): Promise<string | undefined> => {
  if (row.sheet === null) return undefined
  const postbatch = await services.store.read((rows) => rows.postbatches.get(row, row.postbatchId))
  return (
    postbatch && (await compiledTemplate(services, postbatch, postbatch.templateVersionId)).document.locale
  )
}

/** None where the file is gone; those before the first that cannot be read. */
const firstRows = async (
  services: Services,
  { organisationId, uploadId, sheet, dialect }: ImportRow,
  from: number,
  count: number,
  language?: string,
): Promise<Pick<RecordChunk, 'records' | 'formatted'>> => {
  const upload = await services.store.read((rows) => rows.uploads.get({ organisationId }, uploadId))
  const file = listFileOf(upload, sheet)
  const chunks =
    file && (await recordsOf(services, { ...file, dialect, ...given({ language }) }, from, count))
  try {
    for await (const chunk of chunks ?? []) return chunk
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error
  }
  return { records: [] }
}
