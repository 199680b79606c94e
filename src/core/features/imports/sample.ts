import type { ProcessContext } from '../../engine/context.ts'
import type { Services } from '../../engine/services.ts'
import { given } from '../../kernel/query.ts'
import { importLimits } from '../../model/import-limits.ts'
import type { ImportRow } from '../../model/imports.ts'
import { columnsOfSource } from '../../model/mapping.ts'
import type { MappingPresetRow } from '../../model/mapping-presets.ts'
import { CsvFault } from '../../ports/csv.ts'
import { samplesOf, shownCell, shownFileRows, shownRowsOf } from '../lists/list-column.ts'
import { asInFile, placeOf } from '../lists/mapping/column-places.ts'
import { listFileOf, type RecordChunk, recordsOf } from '../lists/records.ts'
import { rowsThatFill } from '../lists/suggest-for-list.ts'
import { compiledTemplate } from '../templates/compiled.ts'
import { headingRowOf } from './import.ts'
import { questionsOfPreset } from './preset-questions.ts'
import type { PresetInFile } from './preset-schema.ts'
import type { ImportSample } from './schema.ts'

const { sampleRows, shownRows } = importLimits

/** The first rows of an import's file, the values that stand in each column of them, and how a preset suits it. */
export const sampleOf = async (
  { services }: Pick<ProcessContext, 'services'>,
  row: ImportRow,
  preset?: Preset,
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
    preset: preset ? await presetInFile(services, row, records, preset) : null,
  }
}

type Preset = Pick<MappingPresetRow, 'id' | 'mapping'>

/** What of a preset suits the file of an import, whose first rows these are, and what is to be asked beside it. */
const presetInFile = async (
  services: Services,
  row: ImportRow,
  rows: string[][],
  { id, mapping: preset }: Preset,
): Promise<PresetInFile> => {
  const { heading, headRecords, dialect, suggestion } = row
  const file = await fileOf(services, row)
  const mapping = asInFile(preset, heading)
  const columns = Object.values(preset.fields).flatMap(columnsOfSource)
  return {
    id,
    mapping: Object.keys(mapping.fields).length > 0 ? mapping : null,
    missingColumns: [...new Set(columns.filter((column) => placeOf(heading, column) < 0))],
    questions: await questionsOfPreset(
      { heading, rows, suggested: suggestion.mapping, preset },
      async (places) =>
        file ? rowsThatFill(services, { ...file, dialect, from: headRecords + rows.length }, places) : [],
    ),
  }
}

const fileOf = async (services: Services, { organisationId, uploadId, sheet }: ImportRow) =>
  listFileOf(await services.store.read((rows) => rows.uploads.get({ organisationId }, uploadId)), sheet)

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
  row: ImportRow,
  from: number,
  count: number,
  language?: string,
): Promise<Pick<RecordChunk, 'records' | 'formatted'>> => {
  const file = await fileOf(services, row)
  const { dialect } = row
  const chunks =
    file && (await recordsOf(services, { ...file, dialect, ...given({ language }) }, from, count))
  try {
    for await (const chunk of chunks ?? []) return chunk
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error
  }
  return { records: [] }
}
