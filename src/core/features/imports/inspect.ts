import type { ProcessContext } from '../../engine/context.ts'
import { type CsvDialect, sheetDialect } from '../../kernel/csv-dialect.ts'
import { invalid } from '../../kernel/errors.ts'
import { given } from '../../kernel/query.ts'
import type { UploadRow } from '../../model/assets.ts'
import type { ImportRow } from '../../model/imports.ts'
import type { Mapping, Question } from '../../model/mapping.ts'
import { importLimits } from '../../model/mapping.ts'
import { CsvFault, type InspectedCsv } from '../../ports/csv.ts'
import type { TemplateDocument } from '../../template/document.ts'
import { mergeFieldsOf } from '../items/salutation.ts'
import { encodingQuestion, formatsQuestion, sheetQuestion } from '../lists/file-questions.ts'
import { type FoundHeading, findHeading, headingOf } from '../lists/heading.ts'
import { createReader, type ReaderOptions } from '../lists/mapping/apply.ts'
import { questionsOfDoubts } from '../lists/mapping/doubts.ts'
import { decidedByList, sampleRowsOf, textMarkQuestions } from '../lists/mapping/value-questions.ts'
import { gone, sheetOf, uploadedList } from '../lists/open-list.ts'
import { questionsOfPreset } from '../lists/preset-questions.ts'
import { type ListFile, listFileOf, type RecordChunk, recordsOf } from '../lists/records.ts'
import { notationQuestions, rowsThatFill, suggestForList } from '../lists/suggest-for-list.ts'
import { compiledTemplate } from '../templates/compiled.ts'
import type { ImportInput, ImportPatch } from './schema.ts'
import { importSentences } from './sentences.ts'

export type Inspected = Pick<
  ImportRow,
  | 'uploadId'
  | 'fileName'
  | 'sheet'
  | 'sizeBytes'
  | 'dialect'
  | 'hasHeader'
  | 'headRecords'
  | 'heading'
  | 'suggestion'
  | 'questions'
>

/** Throws 422 on `uploadId` if it is not a list. With a preset, asks about columns that it leaves out. */
export const inspectFile = async (
  context: ProcessContext,
  templateVersionId: string,
  input: FileSettings,
  named: NamedMapping,
): Promise<Inspected> =>
  inspectUpload(context, await uploadedList(context, input.uploadId), templateVersionId, input, named)

type Inspecting = Pick<ProcessContext, 'services' | 'scope' | 'organisation'>

/** Like `inspectFile`, for a job on an upload that its caller could open. */
export const inspectUpload = async (
  context: Inspecting,
  upload: UploadRow,
  templateVersionId: string,
  input: FileSettings,
  named: NamedMapping,
): Promise<Inspected> => {
  const { services } = context
  const sheet = sheetOf(upload, input)
  const file = listFileOf(upload, sheet)
  if (!file) throw gone(input.uploadId)
  const { document } = await compiledTemplate(services, context.scope, templateVersionId)
  const top = { file, sheet, input, language: document.locale }
  const { read, inspected, first, found, rows } = await readTop(context, top)
  const heading = headingOf(found.cells)
  const below = { ...file, dialect: read.dialect, from: first.records.length }
  const suggested = await suggestionFor(context, document, { heading, rows }, below)
  const { questions, letter, ...suggestion } = suggested
  const missed = await questionsOfPreset(
    { heading, rows, suggested: suggestion.mapping, preset: named.preset },
    (places) => rowsThatFill(services, below, places),
  )
  const mapping = named.preset ?? named.mapping ?? suggestion.mapping
  const marks = textMarkQuestions(mapping, { heading, variables: document.variables }, rows)
  const notations = await notationQuestions(
    services,
    mapping,
    {
      ...{ heading, document, country: context.organisation.country },
      rows: sampleRowsOf(rows, first.formatted?.slice(found.headRecords)),
    },
    below,
  )
  const formats = formatsQuestion(upload, sheet, rows)
  return {
    uploadId: upload.id,
    fileName: upload.fileName,
    sheet,
    sizeBytes: file.range ? file.range.end - file.range.start : upload.sizeBytes,
    dialect: { ...read.dialect, ...keptHeadingRow(found), given: givenSettings(input) },
    hasHeader: found.hasHeader,
    headRecords: found.headRecords,
    heading,
    suggestion,
    questions: [
      ...fileQuestionsOf(upload, input, { sheet, inspected }),
      ...(formats ? [formats] : []),
      ...(found.question ? [found.question] : []),
      ...questions,
      ...missed,
      ...notations,
      ...marks,
      ...doubtfulValues(suggestion.mapping, rows, {
        ...{ heading, variables: document.variables, letter, country: '', decided: decidedByList(marks) },
      }),
    ],
  }
}

export interface NamedMapping {
  preset?: Mapping | undefined
  mapping?: Mapping | undefined
}

interface Top {
  file: ListFile
  sheet: string | null
  input: FileSettings
  language: string
}

/** Keeps the heading row if it is not directly above the first recipient. */
const keptHeadingRow = ({
  headingRow,
  headRecords,
}: FoundHeading): Pick<ImportRow['dialect'], 'headingRow'> =>
  headingRow !== null && headingRow !== headRecords ? { headingRow } : {}

/** Throws 422 if the list has no rows. */
const readTop = async (context: Inspecting, { file, sheet, input, language }: Top) => {
  const read = sheet === null ? await dialectOf(context, file, input) : { dialect: sheetDialect }
  const first = await firstRecords(context, { ...file, dialect: read.dialect, language })
  const found = await findHeading(first.records, input, context.services.turns)
  if (!found) throw invalid('uploadId', importSentences.sentence('no_rows.empty'))
  const rows = first.records.slice(found.headRecords)
  if (!rows.some((cells) => cells.some((cell) => cell.trim() !== ''))) {
    throw invalid('uploadId', importSentences.sentence('no_rows.heading_only'))
  }
  return { read, inspected: 'inspected' in read ? read.inspected : undefined, first, found, rows }
}

/** Asks only what the settings leave open. */
const fileQuestionsOf = (
  { sheets }: UploadRow,
  input: FileSettings,
  { sheet, inspected }: { sheet: string | null; inspected: InspectedCsv | undefined },
): Question[] =>
  [
    input.sheet === undefined && sheet !== null ? sheetQuestion(sheets ?? [], sheet) : undefined,
    input.encoding === undefined && inspected ? encodingQuestion(inspected) : undefined,
  ].filter((question) => question !== undefined)

export type FileSettings = Pick<
  ImportInput,
  'uploadId' | 'sheet' | 'header' | 'headingRow' | 'encoding' | 'delimiter'
>

const givenSettings = ({ sheet, header, headingRow, encoding, delimiter }: FileSettings) =>
  given({ sheet, header, headingRow, encoding, delimiter })

const suggestionFor = async (
  { services, organisation }: Inspecting,
  document: TemplateDocument,
  { heading, rows }: { heading: string[]; rows: string[][] },
  below: Parameters<typeof suggestForList>[2],
) => {
  const { variables, required, printsSalutation, letter } = mergeFieldsOf(document)
  const suggested = await suggestForList(
    services,
    {
      heading,
      rows,
      country: organisation.country,
      variables: [...variables.keys()],
      required: [...required],
      printsSalutation,
    },
    below,
  )
  return { ...suggested, letter }
}

/** Returns questions about doubtful values of the first rows, read by the suggested mapping. */
const doubtfulValues = (
  mapping: Mapping | null,
  rows: readonly string[][],
  options: ReaderOptions,
): Question[] => {
  if (!mapping) return []
  const reader = createReader(mapping, options)
  const doubts = rows.flatMap((cells) => reader.doubtsOf(cells))
  return questionsOfDoubts(doubts.map(({ column, sentence }) => ({ column, ...sentence })))
}

const dialectOf = async (
  { services, organisation }: Inspecting,
  { blobKey }: ListFile,
  input: FileSettings,
): Promise<{ dialect: CsvDialect; inspected: InspectedCsv }> => {
  const bytes = await services.blobs.stream(blobKey)
  if (!bytes) throw gone(input.uploadId)
  const inspected = await services.csv.inspect(bytes, organisation.country)
  const { dialect } = inspected
  return {
    dialect: {
      ...dialect,
      encoding: input.encoding ?? dialect.encoding,
      delimiter: input.delimiter ?? dialect.delimiter,
    },
    inspected,
  }
}

const firstRecords = async (
  { services }: Inspecting,
  file: ListFile & { dialect: CsvDialect; language: string },
): Promise<Pick<RecordChunk, 'records' | 'formatted'>> => {
  try {
    const chunks = await recordsOf(services, file, 0, importLimits.sampleRows)
    for await (const chunk of chunks ?? []) return chunk
    return { records: [] }
  } catch (error) {
    if (error instanceof CsvFault) throw invalid('uploadId', error.sentence)
    throw error
  }
}

/** Returns what an import of an earlier version stores of its settings. The encoding is detected again. */
export const settingsThen = ({
  sheet,
  hasHeader,
}: Pick<ImportRow, 'sheet' | 'hasHeader'>): Partial<FileSettings> => ({
  ...(sheet === null ? {} : { sheet }),
  ...(hasHeader ? {} : { header: false }),
})

/**
 * Returns settings for another inspection. Undefined if nothing changed and no preset is named, which would
 * raise other questions. Imports of an earlier version are read again, since that version asked no questions.
 */
export const changedSettings = (row: ImportRow, change: ImportPatch): FileSettings | undefined => {
  const changes = givenSettings({ uploadId: row.uploadId, ...change })
  if (Object.keys(changes).length === 0 && change.presetId === undefined && row.questions) return undefined
  const before: Partial<FileSettings> = { ...(row.dialect.given ?? settingsThen(row)) }
  if (row.sheet !== null) before.sheet = row.sheet
  if (change.sheet !== undefined || change.header !== undefined || change.headingRow !== undefined) {
    delete before.header
    delete before.headingRow
  }
  return { uploadId: row.uploadId, ...before, ...changes }
}
