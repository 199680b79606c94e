import * as v from 'valibot'
import { csvDelimiters } from '../../kernel/csv-dialect.ts'
import { paramsSchema } from '../../kernel/sentence-schema.ts'
import {
  dateTime,
  described,
  fields,
  id,
  integer,
  named,
  namedObject,
  namedStrictObject,
} from '../../kernel/wire-schema.ts'
import { failureCodes, importStatuses } from '../../model/imports.ts'
import { importLimits, mappingSchema } from '../../model/mapping.ts'
import { csvEncoding, fileRowSchema, listColumnSchema, rowNumber } from '../lists/list-column.ts'
import { answersSchema, questionSchema } from '../lists/questions.ts'
import { stalled } from '../lists/stall.ts'

export const sampleQuery = v.strictObject({
  presetId: described(
    v.optional(id),
    'A mapping preset, `map_…`, to compare with the list. See `preset` in the response.',
  ),
})

const presetInFileSchema = namedObject('PresetInFile', 'A mapping preset applied to a list.', {
  id: described(v.string(), 'The preset, `map_…`.'),
  mapping: described(
    v.nullable(mappingSchema),
    'Fields whose columns the list has, with the list’s column names; null if there are none.',
  ),
  missingColumns: described(v.array(v.string()), 'Columns of the preset that the list does not have.'),
  questions: described(
    v.array(questionSchema),
    'Questions about filled name and address columns that the suggestion uses and the preset does not, and about columns of days and numbers.',
  ),
})
export type PresetInFile = v.InferOutput<typeof presetInFileSchema>

const csvDelimiter = named(
  'CsvDelimiter',
  'Delimiter of a CSV file: comma, semicolon, tab or vertical bar.',
  v.picklist(csvDelimiters),
)

const rowProblem = namedObject('ImportProblem', 'A problem with a value of a row.', {
  row: rowNumber,
  column: described(v.string(), 'Name of the column.'),
  code: described(v.string(), 'Machine-readable code.'),
  message: described(v.string(), 'The problem, as a sentence.'),
  params: paramsSchema,
})

export const suggestionSchema = namedObject(
  'MappingSuggestion',
  'A suggested mapping for the recognised columns of a list.',
  {
    mapping: described(v.nullable(mappingSchema), 'The mapping; null if no column was recognised.'),
    unusedColumns: described(v.array(v.string()), 'Columns that it does not use.'),
    missingFields: described(v.array(v.string()), 'Required fields without a likely column.'),
  },
)

export const importSchema = namedObject('Import', 'An import of a list of recipients into a Postbatch.', {
  id: described(v.string(), 'The import, `imp_…`.'),
  isTest: fields.isTest,
  postbatchId: described(v.string(), 'The Postbatch of the items, `pbt_…`.'),
  uploadId: described(v.string(), 'The uploaded list, `upl_…`.'),
  fileName: described(v.string(), 'Name of the file.'),
  sheet: described(v.nullable(v.string()), 'The imported sheet of an XLSX; null for a CSV.'),
  status: described(
    v.picklist(importStatuses),
    '`UPLOADED`: waits for a mapping; `MAPPED`: about to start; `PROCESSING`: rows become items; `COMPLETED`: done, bad rows are in `errors.csv`; `FAILED`: see `failure`.',
  ),
  dryRun: described(v.boolean(), 'True: checks everything and creates nothing.'),
  encoding: described(csvEncoding, 'Encoding of the file; for an XLSX, of `errors.csv`.'),
  delimiter: described(csvDelimiter, 'Delimiter of the file; for an XLSX, of `errors.csv`.'),
  header: described(
    v.boolean(),
    'Whether a row names the columns. Otherwise they are named `column 1`, `column 2`, …',
  ),
  headingRow: described(v.nullable(integer), 'The row with the column names, from 1; null if there is none.'),
  columns: described(v.array(v.string()), 'Column names in order.'),
  mapping: described(v.nullable(mappingSchema), 'Column for each field; null until mapped.'),
  presetId: described(v.nullable(v.string()), 'The chosen mapping preset, `map_…`; null if there is none.'),
  suggestion: described(suggestionSchema, 'A mapping suggested by the columns.'),
  questions: described(
    v.array(questionSchema),
    'Questions about the list that only the user can answer. Rows may add more during the import.',
  ),
  answers: described(answersSchema, 'Answers by which its rows are read.'),
  rowCount: described(
    integer,
    'Rows processed so far, without the heading: the sum of created, failed and empty ones.',
  ),
  createdCount: described(integer, 'Rows that became items.'),
  suppressedCount: described(integer, 'Created rows that are on the suppression list.'),
  failedCount: described(integer, 'Bad rows, listed in `errors.csv`.'),
  duplicateCount: described(
    integer,
    'Failed rows whose person is already in the Postbatch or file with the same merge fields. Rows of the same person with other merge fields are `repeated_recipient` until a user decides which to send.',
  ),
  emptyCount: described(integer, 'Empty rows, and rows left out manually.'),
  leftOutCount: described(
    integer,
    'Bad rows left out manually during corrections (`postbatches.leftOutRows`); included in `emptyCount`.',
  ),
  progress: described(v.number(), 'Share of the file that was read, from 0 to 1.'),
  problems: described(
    v.array(rowProblem),
    'The first problems. `errors.csv` has all of them with the original rows.',
  ),
  failure: described(
    v.nullable(
      v.object({
        code: described(v.picklist(failureCodes), 'Why, for programs.'),
        message: described(v.string(), 'Why, as a sentence.'),
      }),
    ),
    'Why it FAILED; null otherwise. Items created before remain.',
  ),
  stalled,
  reading: described(
    answersSchema,
    'Explicit settings for reading the file, as the answers (`encoding`, `heading_row`) that a preset stores.',
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
  header: described(v.optional(v.boolean()), 'Whether a row names the columns; detected if absent.'),
  headingRow: described(
    v.optional(v.pipe(integer, v.minValue(1), v.maxValue(importLimits.sampleRows))),
    `The row with the column names, from 1, among the first ${importLimits.sampleRows}; detected if absent. Rows above it are not imported.`,
  ),
  encoding: described(v.optional(csvEncoding), 'Encoding of a CSV; detected if absent.'),
  delimiter: described(v.optional(csvDelimiter), 'Delimiter of a CSV; detected if absent.'),
}

const chosen = {
  mapping: described(v.optional(mappingSchema), 'Column for each field. Either this or `presetId`.'),
  presetId: described(v.optional(id), 'A mapping preset instead of a mapping, `map_…`.'),
  answers: described(
    v.optional(answersSchema),
    'Answers to the `questions` of the import. Earlier answers are kept.',
  ),
  dryRun: described(v.optional(v.boolean()), 'True: checks everything and creates nothing.'),
}

export const importInput = namedStrictObject(
  'ImportCreate',
  'A list to import. With a mapping or preset it starts at once, otherwise it waits as UPLOADED.',
  {
    uploadId: described(id, 'An upload of kind CSV or XLSX, `upl_…`.'),
    sheet: described(
      v.optional(v.pipe(v.string(), v.maxLength(200))),
      'Name of an XLSX’s sheet; the first visible one if absent. Not for a CSV.',
    ),
    ...chosen,
    ...readingOptions,
  },
)
export type ImportInput = v.InferOutput<typeof importInput>

export const importPatch = namedStrictObject(
  'ImportUpdate',
  'Changes to an import that has not started. With a mapping or preset it starts. Changed settings for reading the file give a new suggestion.',
  {
    sheet: described(v.optional(v.pipe(v.string(), v.maxLength(200))), 'Another sheet of an XLSX.'),
    ...chosen,
    ...readingOptions,
  },
)
export type ImportPatch = v.InferOutput<typeof importPatch>

export const sampleSchema = namedObject('ImportSample', 'A sample of a list, for mapping its columns.', {
  columns: described(v.array(listColumnSchema), 'The columns, in the order of `columns` of the import.'),
  rows: described(
    v.array(
      v.object({
        row: rowNumber,
        cells: described(v.array(v.string()), 'Its cells, in order.'),
        printed: described(
          v.optional(v.array(v.string())),
          'For a workbook with formatted numbers: its cells as text merge fields print them.',
        ),
      }),
    ),
    `The first ${importLimits.shownRows} rows below the heading; none once the file has been deleted.`,
  ),
  fileRows: described(
    v.array(fileRowSchema),
    `The first ${importLimits.shownRows} rows of the file, including titles and heading; none once the file has been deleted.`,
  ),
  questions: described(
    v.array(questionSchema),
    'Questions about the file, including imports of earlier versions: `cell_formats`.',
  ),
  preset: described(v.nullable(presetInFileSchema), 'The preset `presetId`; null if none was requested.'),
})
export type ImportSample = v.InferOutput<typeof sampleSchema>

const { townCodes, postalCodeLength, shownTowns } = importLimits
const oneCode = `[A-Za-z0-9 -]{1,${postalCodeLength}}`

export const townsQuery = v.strictObject({
  postalCodes: described(
    v.pipe(v.string(), v.regex(new RegExp(`^${oneCode}(?:,${oneCode}){0,${townCodes - 1}}$`))),
    `1 to ${townCodes} postal codes, separated by commas. Spaces, hyphens and case are ignored.`,
  ),
})

export const townsSchema = namedObject('ImportTowns', 'The cities of a list for some postal codes.', {
  data: described(
    v.array(
      v.object({
        postalCode: described(v.string(), 'The postal code in its country’s format.'),
        countryCode: described(v.string(), 'Country of these rows (ISO 3166-1 alpha-2).'),
        towns: described(
          v.array(
            v.object({
              city: described(v.string(), 'The city, spelled as in its first row.'),
              rowCount: described(integer, 'Rows with this city and postal code.'),
            }),
          ),
          `At most ${shownTowns} cities, most frequent first.`,
        ),
      }),
    ),
    'Postal codes that occur in the list; none once the file has been deleted.',
  ),
})
export type ImportTowns = v.InferOutput<typeof townsSchema>

export const badRowSchema = namedObject('ImportBadRow', 'A row that could not become an item.', {
  row: rowNumber,
  cells: described(v.array(v.string()), 'Its cells as in the file, or as last corrected.'),
  problems: described(v.array(rowProblem), 'Its problems.'),
})

export const problemGroupsSchema = namedObject(
  'ImportProblemGroups',
  'The problems of bad rows, grouped by code and column.',
  {
    rowCount: described(integer, 'Number of bad rows that were grouped.'),
    isComplete: described(
      v.boolean(),
      `False if there are more bad rows than the ${importLimits.groupedRows} that were grouped.`,
    ),
    data: described(
      v.array(
        namedObject('ImportProblemGroup', 'Bad rows with the same problem.', {
          code: described(v.string(), 'Machine-readable code of the problem.'),
          column: described(v.string(), 'Name of the column, or of several as `A + B`.'),
          fields: described(
            v.array(v.string()),
            'Fields of the mapping that this column fills, such as `recipient.country`.',
          ),
          takesValue: described(
            v.boolean(),
            'Whether `postbatches.correctProblemGroup` takes a `value` for these rows: the problem is in one column of the list.',
          ),
          value: described(
            v.nullable(v.string()),
            'Text of this column if all of these rows have the same, without spaces around it; empty if it is empty in all. Null otherwise, and unless the group has `takesValue`.',
          ),
          rowCount: described(
            integer,
            'Number of rows with this problem. A row with several problems counts in several groups.',
          ),
          message: described(v.string(), 'The problem of the first row, as a sentence.'),
          params: paramsSchema,
          rows: described(
            v.array(
              v.object({
                row: rowNumber,
                name: described(
                  v.nullable(v.string()),
                  'Name of the recipient or company as given; null if there is none.',
                ),
              }),
            ),
            `The first ${importLimits.groupSamples} of these rows.`,
          ),
        }),
      ),
      `At most ${importLimits.problemGroups} groups, the largest first.`,
    ),
  },
)
export type ImportProblemGroups = v.InferOutput<typeof problemGroupsSchema>

export const correctedGroupSchema = namedObject(
  'CorrectedProblemGroup',
  'The outcome of one correction for many rows.',
  {
    import: described(importSchema, 'The import with its new counts.'),
    correctedCount: described(integer, 'Rows of this request that are no longer bad.'),
    leftCount: described(integer, 'Rows of this request that are still bad, for this or another problem.'),
    nextAfterRow: described(
      v.nullable(integer),
      'Send the correction again with this `afterRow`; null once all rows were considered.',
    ),
  },
)

export const leftOutRowSchema = namedObject('ImportLeftOutRow', 'A bad row that was left out manually.', {
  ...badRowSchema.entries,
  leftOutAt: described(dateTime, 'When it was left out, RFC 3339 in UTC.'),
})

export const importListParams = v.strictObject({ id: described(v.string(), 'The Postbatch, `pbt_…`.') })
export const importParams = v.strictObject({
  id: described(v.string(), 'The Postbatch, `pbt_…`.'),
  importId: described(v.string(), 'The import, `imp_…`.'),
})
