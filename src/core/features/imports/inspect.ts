import type { ProcessContext } from '../../engine/context.ts'
import { type CsvDialect, sheetDialect } from '../../kernel/csv-dialect.ts'
import { invalid } from '../../kernel/errors.ts'
import { importLimits } from '../../model/import-limits.ts'
import type { ImportRow } from '../../model/imports.ts'
import type { Question } from '../../model/list-questions.ts'
import type { Mapping } from '../../model/mapping.ts'
import { CsvFault } from '../../ports/csv.ts'
import type { Turns } from '../../ports/turns.ts'
import { mergeFieldsOf } from '../items/merge-fields.ts'
import { createReader } from '../lists/mapping/apply.ts'
import { isColumnName } from '../lists/mapping/column-names.ts'
import { questionsOfDoubts } from '../lists/mapping/doubts.ts'
import { suggestMapping } from '../lists/mapping/suggest.ts'
import { type ListFile, listFileOf, recordsOf } from '../lists/records.ts'
import { gone, sheetOf, uploadedList } from '../lists/uploaded.ts'
import { compiledTemplate } from '../templates/compiled.ts'
import type { ImportInput } from './schema.ts'
import { importSentences } from './sentences.ts'

/** What is known of a file before it is imported. */
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

/**
 * Detects the dialect of the file, and reads its heading and some rows. Throws 422 on `uploadId` where it is
 * not a list.
 */
export const inspectFile = async (
  context: ProcessContext,
  templateVersionId: string,
  input: ImportInput,
): Promise<Inspected> => {
  const { services, organisation } = context
  const upload = await uploadedList(context, input.uploadId)
  const sheet = sheetOf(upload, input)
  const file = listFileOf(upload, sheet)
  if (!file) throw gone(input.uploadId)
  const dialect = sheet === null ? await dialectOf(context, file, input) : sheetDialect
  const sample = await firstRecords(context, { ...file, dialect })
  // Some spreadsheets write a first line `sep=;`.
  const marks =
    /^sep=$/i.test(sample[0]?.[0]?.trim() ?? '') || /^sep=.$/i.test(sample[0]?.join('') ?? '') ? 1 : 0
  const top = sample[marks]
  if (!top) throw invalid('uploadId', importSentences.say('no_rows.empty'))
  const hasHeader = input.header ?? (await looksLikeHeading(top, services.turns))
  const rows = sample.slice(marks + (hasHeader ? 1 : 0))
  if (!rows.some((cells) => cells.some((cell) => cell.trim() !== ''))) {
    throw invalid('uploadId', importSentences.say('no_rows.heading_only'))
  }
  const heading = headingOf(hasHeader ? top : top.map(() => ''))
  const template = await compiledTemplate(services, context.scope, templateVersionId)
  const { variables, required } = mergeFieldsOf(template.document)
  const { questions, ...suggestion } = await suggestMapping(
    {
      heading,
      rows,
      country: organisation.country,
      variables: [...variables.keys()],
      required: [...required],
    },
    services.turns,
  )
  return {
    uploadId: upload.id,
    fileName: upload.fileName,
    sheet,
    sizeBytes: file.range ? file.range.end - file.range.start : upload.sizeBytes,
    dialect,
    hasHeader,
    headRecords: marks + (hasHeader ? 1 : 0),
    heading,
    suggestion,
    questions: [...questions, ...doubtfulValues(suggestion.mapping, heading, rows)],
  }
}

/** The questions that the first rows raise as the suggested mapping reads them. */
const doubtfulValues = (
  mapping: Mapping | null,
  heading: readonly string[],
  rows: readonly string[][],
): Question[] => {
  if (!mapping) return []
  const reader = createReader(mapping, { heading, country: '', variables: {} })
  const doubts = rows.flatMap((cells) => reader.doubtsOf(cells))
  return questionsOfDoubts(doubts.map(({ column, said }) => ({ column, ...said })))
}

const dialectOf = async (
  { services }: ProcessContext,
  { blobKey }: ListFile,
  input: ImportInput,
): Promise<CsvDialect> => {
  const bytes = await services.blobs.stream(blobKey)
  if (!bytes) throw gone(input.uploadId)
  const { dialect } = await services.csv.inspect(bytes)
  return {
    ...dialect,
    encoding: input.encoding ?? dialect.encoding,
    delimiter: input.delimiter ?? dialect.delimiter,
  }
}

const firstRecords = async (
  { services }: ProcessContext,
  file: ListFile & { dialect: CsvDialect },
): Promise<string[][]> => {
  try {
    const chunks = await recordsOf(services, file, 0, importLimits.sampleRows)
    for await (const { records } of chunks ?? []) return records
    return []
  } catch (error) {
    if (error instanceof CsvFault) throw invalid('uploadId', error.said)
    throw error
  }
}

/** Whether the cells look like a heading: known words for columns do, numbers and e-mail addresses do not. */
const looksLikeHeading = async (cells: readonly string[], turns: Turns): Promise<boolean> => {
  for (const cell of cells) {
    await turns.rest()
    if (isColumnName(cell)) return true
  }
  return !cells.some((cell) => /^[\d\s.,+-]+$/.test(cell) || cell.includes('@'))
}

/** The names of the columns, made unique. */
export const headingOf = (cells: readonly string[]): string[] => {
  const names = new Set<string>()
  /** The next free number for each repeated name. */
  const counts = new Map<string, number>()
  for (const [index, cell] of cells.entries()) {
    const plain = cell
      .replace(/[\s\u00A0\uFEFF\0]+/gu, ' ')
      .trim()
      .toWellFormed()
    const name = [...plain].slice(0, importLimits.columnNameLength - 6).join('') || `column ${index + 1}`
    let own = name
    for (let count = counts.get(name) ?? 2; names.has(own); count++) {
      own = `${name} (${count})`
      counts.set(name, count + 1)
    }
    names.add(own)
  }
  return [...names]
}
