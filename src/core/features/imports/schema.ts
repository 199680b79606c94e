import * as v from 'valibot'
import { csvDelimiters } from '../../kernel/csv-dialect.ts'
import { paramsSchema } from '../../kernel/sentence-schema.ts'
import { dateTime, fields, id, integer } from '../../kernel/wire-fields.ts'
import { described, named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { failureCodes, importStatuses } from '../../model/imports.ts'
import { importLimits, mappingSchema } from '../../model/mapping.ts'
import { csvEncoding, fileRowSchema, listColumnSchema, rowNumber } from '../lists/list-column.ts'
import { answersSchema, questionSchema } from '../lists/questions.ts'
import { stalled } from '../lists/stall.ts'

export const sampleQuery = v.strictObject({
  presetId: described(
    v.optional(id),
    'A mapping preset, `map_…`, that a mapping of the list may begin with: see `preset` of the answer.',
  ),
})

const presetInFileSchema = namedObject('PresetInFile', 'A mapping preset as it suits a list.', {
  id: described(v.string(), 'The preset, `map_…`.'),
  mapping: described(
    v.nullable(mappingSchema),
    'The fields whose columns the list has, with the columns as the list names them; null where it has none of them.',
  ),
  missingColumns: described(v.array(v.string()), 'Columns of the preset that the list does not have.'),
  questions: described(
    v.array(questionSchema),
    'A question for each filled column of a name or an address that the suggestion uses and the preset does not, and for each column of days or numbers.',
  ),
})
export type PresetInFile = v.InferOutput<typeof presetInFileSchema>

const csvDelimiter = named(
  'CsvDelimiter',
  'What separates the columns of a CSV file: comma, semicolon, tab or vertical bar.',
  v.picklist(csvDelimiters),
)

const rowProblem = namedObject('ImportProblem', 'What is wrong with a value of a row.', {
  row: rowNumber,
  column: described(v.string(), 'Name of the column.'),
  code: described(v.string(), 'What is wrong, for programs.'),
  message: described(v.string(), 'What is wrong, as a sentence.'),
  params: paramsSchema,
})

export const suggestionSchema = namedObject(
  'MappingSuggestion',
  'A mapping for the columns of a list, as far as they could be recognised.',
  {
    mapping: described(v.nullable(mappingSchema), 'The mapping; null if no column was recognised.'),
    unusedColumns: described(v.array(v.string()), 'Columns that it does not use.'),
    missingFields: described(v.array(v.string()), 'Fields that an item needs and that no column looks like.'),
  },
)

export const importSchema = namedObject('Import', 'A list of recipients on its way into a Postbatch.', {
  id: described(v.string(), 'The import, `imp_…`.'),
  isTest: fields.isTest,
  postbatchId: described(v.string(), 'The Postbatch that the items go into, `pbt_…`.'),
  uploadId: described(v.string(), 'The uploaded list, `upl_…`.'),
  fileName: described(v.string(), 'Name of the file.'),
  sheet: described(v.nullable(v.string()), 'The sheet of an XLSX that is imported; null of a CSV.'),
  status: described(
    v.picklist(importStatuses),
    '`UPLOADED`: waits for a mapping; `MAPPED`: about to start; `PROCESSING`: rows become items; `COMPLETED`: done, bad rows are in `errors.csv`; `FAILED`: see `failure`.',
  ),
  dryRun: described(v.boolean(), 'True: everything is checked and nothing is created.'),
  encoding: described(csvEncoding, 'Encoding of the file; of an XLSX, of `errors.csv`.'),
  delimiter: described(csvDelimiter, 'What separates its columns; of an XLSX, those of `errors.csv`.'),
  header: described(
    v.boolean(),
    'Whether the first row names the columns; otherwise they are called `column 1`, `column 2`, …',
  ),
  headingRow: described(
    v.nullable(integer),
    'The row of the file that names the columns, counted from 1; null if none does.',
  ),
  columns: described(v.array(v.string()), 'The columns by name, in order.'),
  mapping: described(v.nullable(mappingSchema), 'Which column fills which field; null until one is chosen.'),
  presetId: described(
    v.nullable(v.string()),
    'The mapping preset that was chosen, `map_…`; null if none was.',
  ),
  suggestion: described(suggestionSchema, 'A mapping that the columns suggest.'),
  questions: described(
    v.array(questionSchema),
    'What only the owner of the list can decide; rows may add to it while they are read.',
  ),
  answers: described(answersSchema, 'The answers that its rows are read with.'),
  rowCount: described(
    integer,
    'Rows dealt with so far, the heading apart; created, failed and empty ones add up to it.',
  ),
  createdCount: described(integer, 'Rows that became items.'),
  suppressedCount: described(integer, 'Of those created, the ones on the suppression list.'),
  failedCount: described(integer, 'Rows to mend; `errors.csv` holds them.'),
  duplicateCount: described(
    integer,
    'Of those failed, the ones that are in the Postbatch or in the file already, with the same merge fields; others of the same person are `repeated_recipient` until it is decided which are sent.',
  ),
  emptyCount: described(integer, 'Rows without anything in them, and those that were left out by hand.'),
  leftOutCount: described(
    integer,
    'Of those empty, the bad rows that were left out by hand as the list was mended (`postbatches.leftOutRows`).',
  ),
  progress: described(v.number(), 'How much of the file was read, from 0 to 1.'),
  problems: described(
    v.array(rowProblem),
    'The first problems; `errors.csv` has all of them with the rows as they were.',
  ),
  failure: described(
    v.nullable(
      v.object({
        code: described(v.picklist(failureCodes), 'Why, for programs.'),
        message: described(v.string(), 'Why, as a sentence.'),
      }),
    ),
    'Why it FAILED; what was created before stays. Null otherwise.',
  ),
  stalled,
  reading: described(
    answersSchema,
    'How the file is read where that was chosen, as the answers (`encoding`, `heading_row`) that a preset keeps.',
  ),
  revision: fields.revision,
  createdAt: fields.createdAt,
  updatedAt: fields.updatedAt,
  startedAt: described(
    v.nullable(dateTime),
    'When the first row was read, RFC 3339 in UTC; null until then.',
  ),
  completedAt: described(
    v.nullable(dateTime),
    'When it was COMPLETED or FAILED, RFC 3339 in UTC; null until then.',
  ),
})
export type Import = v.InferOutput<typeof importSchema>

const readingOptions = {
  header: described(
    v.optional(v.boolean()),
    'Whether a row names the columns; detected from the content if absent.',
  ),
  headingRow: described(
    v.optional(v.pipe(integer, v.minValue(1), v.maxValue(importLimits.sampleRows))),
    `The row that names the columns, counted from 1, among the first ${importLimits.sampleRows}; found if absent. Rows above it are not imported.`,
  ),
  encoding: described(v.optional(csvEncoding), 'Encoding of a CSV; detected from the content if absent.'),
  delimiter: described(
    v.optional(csvDelimiter),
    'What separates the columns of a CSV; detected from the content if absent.',
  ),
}

const chosen = {
  mapping: described(v.optional(mappingSchema), 'Which column fills which field. This or `presetId`.'),
  presetId: described(v.optional(id), 'A mapping preset instead of a mapping, `map_…`.'),
  answers: described(
    v.optional(answersSchema),
    'Answers to the `questions` of the import; those to earlier ones stay.',
  ),
  dryRun: described(v.optional(v.boolean()), 'True checks everything and creates nothing.'),
}

export const importInput = namedStrictObject(
  'ImportCreate',
  'A list to import. With a mapping or a preset it starts at once; without, it waits as UPLOADED.',
  {
    uploadId: described(id, 'A list of `POST /v1/uploads`, of kind CSV or XLSX, `upl_…`.'),
    sheet: described(
      v.optional(v.pipe(v.string(), v.maxLength(200))),
      'The sheet of an XLSX by its name, the first visible one if absent; not of a CSV.',
    ),
    ...chosen,
    ...readingOptions,
  },
)
export type ImportInput = v.InferOutput<typeof importInput>

export const importPatch = namedStrictObject(
  'ImportUpdate',
  'Changes to an import that has not started; with a mapping or a preset it starts. A change of how the file is read suggests a mapping again.',
  {
    sheet: described(v.optional(v.pipe(v.string(), v.maxLength(200))), 'Another sheet of an XLSX.'),
    ...chosen,
    ...readingOptions,
  },
)
export type ImportPatch = v.InferOutput<typeof importPatch>

export const sampleSchema = namedObject('ImportSample', 'What stands in a list, to map its columns by.', {
  columns: described(v.array(listColumnSchema), 'The columns in order, as `columns` of the import has them.'),
  rows: described(
    v.array(
      v.object({
        row: rowNumber,
        cells: described(v.array(v.string()), 'Its cells, in order.'),
        printed: described(
          v.optional(v.array(v.string())),
          'Of a workbook with formatted numbers: its cells as merge fields of text print them.',
        ),
      }),
    ),
    `The first ${importLimits.shownRows} rows below the heading; none once the file is not kept any more.`,
  ),
  fileRows: described(
    v.array(fileRowSchema),
    `The first ${importLimits.shownRows} rows of the file as it is, titles and heading included; none once the file is not kept any more.`,
  ),
  questions: described(
    v.array(questionSchema),
    'Questions that the file raises, also of an import that an earlier version received: `cell_formats`.',
  ),
  preset: described(v.nullable(presetInFileSchema), 'The preset `presetId`; null where none is asked about.'),
})
export type ImportSample = v.InferOutput<typeof sampleSchema>

const { townCodes, postalCodeLength, shownTowns } = importLimits
const oneCode = `[A-Za-z0-9 -]{1,${postalCodeLength}}`

export const townsQuery = v.strictObject({
  postalCodes: described(
    v.pipe(v.string(), v.regex(new RegExp(`^${oneCode}(?:,${oneCode}){0,${townCodes - 1}}$`))),
    `The postal codes, 1 to ${townCodes}, separated by commas; spaces, hyphens and case make no difference.`,
  ),
})

export const townsSchema = namedObject('ImportTowns', 'The towns of a list beside some postal codes.', {
  data: described(
    v.array(
      v.object({
        postalCode: described(v.string(), 'The postal code as the post of its country writes it.'),
        countryCode: described(v.string(), 'The country of these rows, ISO 3166-1 alpha-2.'),
        towns: described(
          v.array(
            v.object({
              city: described(v.string(), 'The town, as the first of its rows writes it.'),
              rowCount: described(integer, 'Rows that have it with this postal code.'),
            }),
          ),
          `The towns, the most frequent first; ${shownTowns} at most.`,
        ),
      }),
    ),
    'The postal codes that some row has; none once the file is not kept any more.',
  ),
})
export type ImportTowns = v.InferOutput<typeof townsSchema>

export const badRowSchema = namedObject('ImportBadRow', 'A row that could not become an item.', {
  row: rowNumber,
  cells: described(v.array(v.string()), 'Its cells as the file has them, or as they were mended last.'),
  problems: described(v.array(rowProblem), 'What is wrong with it.'),
})

export const leftOutRowSchema = namedObject('ImportLeftOutRow', 'A bad row that was left out by hand.', {
  ...badRowSchema.entries,
  leftOutAt: described(dateTime, 'When it was left out, RFC 3339 in UTC.'),
})

export const importListParams = v.strictObject({ id: described(v.string(), 'The Postbatch, `pbt_…`.') })
export const importParams = v.strictObject({
  id: described(v.string(), 'The Postbatch, `pbt_…`.'),
  importId: described(v.string(), 'The import, `imp_…`.'),
})
