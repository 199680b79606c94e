import type { ProcessContext } from '../../engine/context.ts'
import type { Services } from '../../engine/services.ts'
import { given } from '../../kernel/query.ts'
import type { ImportRow } from '../../model/imports.ts'
import { columnsOfSource, importLimits } from '../../model/mapping.ts'
import type { MappingPresetRow } from '../../model/mapping-presets.ts'
import { CsvFault } from '../../ports/csv.ts'
import type { TemplateDocument } from '../../template/document.ts'
import { formatsQuestion } from '../lists/file-questions.ts'
import { samplesOf, shownCell, shownFileRows, shownRowsOf } from '../lists/list-column.ts'
import { asInFile, placeOf } from '../lists/mapping/sources.ts'
import { type SampleRow, sampleRowsOf } from '../lists/mapping/value-questions.ts'
import { questionsOfPreset } from '../lists/preset-questions.ts'
import { listFileOf, type RecordChunk, recordsOf } from '../lists/records.ts'
import { notationQuestions, rowsThatFill } from '../lists/suggest-for-list.ts'
import { compiledTemplate } from '../templates/compiled.ts'
import { headingRowOf } from './import.ts'
import type { ImportSample, PresetInFile } from './schema.ts'

const { sampleRows, shownRows } = importLimits

/** Returns the first rows, sample values by column, and how a preset fits. */
export const sampleOf = async (
  context: Pick<ProcessContext, 'services' | 'organisation'>,
  row: ImportRow,
  preset?: Preset,
): Promise<ImportSample> => {
  const { services } = context
  const document = await documentOf(services, row)
  const language = row.sheet === null ? undefined : document?.locale
  const { records, formatted = [] } = await firstRows(services, row, row.headRecords, sampleRows, language)
  await services.turns.rest()
  const fileRows = (await firstRows(services, row, 0, shownRows)).records
  await services.turns.rest()
  const upload = await uploadOf(services, row)
  const formats = upload && formatsQuestion(upload, row.sheet, records)
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
    questions: formats ? [formats] : [],
    preset: preset
      ? await presetInFile(context, row, { rows: sampleRowsOf(records, formatted), document }, preset)
      : null,
  }
}

type Preset = Pick<MappingPresetRow, 'id' | 'mapping'>

/** Returns the part of a preset that fits the file, and the open questions. */
const presetInFile = async (
  { services, organisation }: Pick<ProcessContext, 'services' | 'organisation'>,
  row: ImportRow,
  { rows: shown, document }: { rows: readonly SampleRow[]; document: TemplateDocument | undefined },
  { id, mapping: preset }: Preset,
): Promise<PresetInFile> => {
  const { heading, headRecords, dialect, suggestion } = row
  const file = await fileOf(services, row)
  const mapping = asInFile(preset, heading)
  const rows = shown.map(({ cells }) => [...cells])
  const below = file && { ...file, dialect, from: headRecords + rows.length }
  const columns = Object.values(preset.fields).flatMap(columnsOfSource)
  return {
    id,
    mapping: Object.keys(mapping.fields).length > 0 ? mapping : null,
    missingColumns: [...new Set(columns.filter((column) => placeOf(heading, column) < 0))],
    questions: [
      ...(await questionsOfPreset({ heading, rows, suggested: suggestion.mapping, preset }, async (places) =>
        below ? rowsThatFill(services, below, places) : [],
      )),
      ...(document
        ? await notationQuestions(
            services,
            mapping,
            { ...{ heading, document, country: organisation.country }, rows: shown },
            below,
          )
        : []),
    ],
  }
}

const uploadOf = (services: Services, { organisationId, uploadId }: ImportRow) =>
  services.store.read((rows) => rows.uploads.get({ organisationId }, uploadId))

const fileOf = async (services: Services, row: ImportRow) =>
  listFileOf(await uploadOf(services, row), row.sheet)

/** Returns the template's document. Workbook numbers are displayed in its language. */
const documentOf = async (services: Services, row: ImportRow): Promise<TemplateDocument | undefined> => {
  const postbatch = await services.store.read((rows) => rows.postbatches.get(row, row.postbatchId))
  return postbatch && (await compiledTemplate(services, postbatch, postbatch.templateVersionId)).document
}

/** Returns rows up to the first unreadable one; none if the file was deleted. */
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
