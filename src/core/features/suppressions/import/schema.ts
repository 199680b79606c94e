import * as v from 'valibot'
import { recipientFields } from '../../../address/schema.ts'
import { toDateTime, toDateTimeOrNull } from '../../../kernel/time.ts'
import {
  dateTime,
  described,
  fields,
  integer,
  named,
  namedObject,
  namedStrictObject,
} from '../../../kernel/wire-schema.ts'
import type { JobRow } from '../../../model/jobs.ts'
import { importLimits, sourceSchema } from '../../../model/mapping.ts'
import {
  importFields,
  type SuppressionImportRow,
  suppressionImportFailureCodes,
  suppressionImportStatuses,
} from '../../../model/suppressions.ts'
import { csvEncoding, fileRowSchema, listColumnSchema } from '../../lists/list-column.ts'
import { answersSchema, questionSchema } from '../../lists/questions.ts'
import { stalled, stallOf } from '../../lists/stall.ts'
import { maxTermKey } from '../../vocabulary/schema.ts'
import { suppressionSentences } from '../sentences.ts'

const termKey = v.pipe(v.string(), v.minLength(1), v.maxLength(maxTermKey))
const uploadId = v.pipe(v.string(), v.minLength(1), v.maxLength(40))
const sheetName = described(
  v.optional(v.pipe(v.string(), v.maxLength(200))),
  'Name of an XLSX’s sheet; the first visible one if absent. Not for a CSV.',
)
const readingOptions = {
  encoding: described(v.optional(csvEncoding), 'Encoding of a CSV; detected if absent.'),
  headingRow: described(
    v.optional(v.pipe(integer, v.minValue(1), v.maxValue(importLimits.sampleRows))),
    'The row with the column names, from 1; detected if absent. Rows above it are not imported.',
  ),
}
const heading = v.pipe(v.string(), v.minLength(1), v.maxLength(200))

const recipientSources = v.record(
  v.picklist(recipientFields.map((field) => `recipient.${field}` as const)),
  sourceSchema,
)

/** Days for which rejected and doubtful rows are kept. */
export const importErrorDays = 30

export const suppressionImportInput = namedStrictObject(
  'SuppressionImportCreate',
  'A list to add to the suppression list.',
  {
    uploadId: described(uploadId, 'An upload of kind CSV or XLSX with a heading, `upl_…`.'),
    sheet: sheetName,
    ...readingOptions,
    mapping: described(
      v.optional(
        v.strictObject(
          v.entriesFromList(importFields, described(v.optional(heading), 'Name of its column.')),
        ),
        {},
      ),
      'Column for each field. Other fields use the column of the same name. Without `mapping` and `fields`, the remaining columns follow the suggestion of `suppressions.importSample`.',
    ),
    fields: described(
      v.optional(recipientSources, {}),
      'Sources of recipient fields, as in mappings of mailings: joined or split columns, or constants. They take precedence over `mapping`.',
    ),
    answers: described(
      v.optional(answersSchema, []),
      'Answers to the `questions` of `suppressions.importSample`; those about columns add to `fields`. 422 while a required question is open, unless the call has neither `fields` nor `answers` and the street is in `mapping` or in a column named `street`.',
    ),
    reason: described(v.optional(termKey, 'opt_out'), 'Key of the reason for rows without one.'),
    advertisingCategory: described(
      v.optional(v.nullable(termKey), null),
      'Key of the advertising category for rows without one; null for all mail that the reason stops.',
    ),
    matchName: described(
      v.optional(v.boolean(), false),
      'True: entries stop only mail to the person (or company) at the address.',
    ),
    country: described(
      v.optional(
        v.pipe(
          v.string(),
          v.regex(/^[A-Z]{2}$/, suppressionSentences.message('invalid_format.capital_country')),
        ),
      ),
      'Country of rows without one (ISO 3166-1 alpha-2); the organisation’s if absent.',
    ),
  },
)
export type SuppressionImportInput = v.InferOutput<typeof suppressionImportInput>

const columnByField = named(
  'SuppressionColumns',
  'The column of a list for each field of an entry.',
  v.object(
    v.entriesFromList(
      importFields,
      described(v.optional(v.string()), 'Name of its column; absent if there is none.'),
    ),
  ),
)

export const suppressionSampleQuery = v.strictObject({
  uploadId: described(uploadId, 'An upload of kind CSV or XLSX, `upl_…`.'),
  sheet: sheetName,
  encoding: readingOptions.encoding,
  headingRow: v.optional(
    described(
      v.pipe(v.string(), v.regex(/^[1-9]\d?$/), v.transform(Number), v.maxValue(importLimits.sampleRows)),
      'The row with the column names, from 1.',
    ),
  ),
})

export const suppressionSampleSchema = namedObject(
  'SuppressionImportSample',
  'A sample of a list, for mapping its columns before the import.',
  {
    sheet: described(v.nullable(v.string()), 'The sheet of an XLSX; null for a CSV.'),
    encoding: described(csvEncoding, 'The encoding used.'),
    headingRow: described(integer, 'The row with the column names, from 1.'),
    fileRows: described(
      v.array(fileRowSchema),
      `The first ${importLimits.shownRows} rows of the file, including titles and heading.`,
    ),
    columns: described(
      v.array(listColumnSchema),
      'The columns in order, with the names for `mapping`. Empty and repeated names are replaced.',
    ),
    mapping: described(
      columnByField,
      'The recognised column for each field: by field name, by words in fifteen languages, and for meaningless names by the values of the rows.',
    ),
    fields: described(
      recipientSources,
      'The same including joined and split columns, for `fields` of `suppressions.import`.',
    ),
    questions: described(
      v.array(questionSchema),
      'Questions that only the user can answer, for `answers` of `suppressions.import`: `sheet`, `encoding` if several fit, `heading_row`, and unused columns that look like part of the recipient.',
    ),
  },
)
export type SuppressionImportSample = v.InferOutput<typeof suppressionSampleSchema>

export const suppressionImportSchema = namedObject(
  'SuppressionImport',
  'An import into the suppression list.',
  {
    id: described(v.string(), 'The import, `imp_…`.'),
    isTest: fields.isTest,
    uploadId: described(v.string(), 'The uploaded list, `upl_…`.'),
    fileName: described(v.string(), 'Name of the file.'),
    sheet: described(v.nullable(v.string()), 'The sheet of an XLSX; null for a CSV.'),
    status: described(v.picklist(suppressionImportStatuses), 'Status of the import.'),
    mapping: described(columnByField, 'The column used for each field.'),
    fields: described(recipientSources, 'The sources used: given in `fields`, suggested or answered.'),
    questions: described(
      v.array(questionSchema),
      'Unanswered questions about the list, without samples. The columns in question were not used. Empty for imports by earlier versions.',
    ),
    rowCount: described(
      integer,
      'Rows processed so far, without the heading: added, merged, failed or blank.',
    ),
    addedCount: described(integer, 'Rows that became entries.'),
    mergedCount: described(integer, 'Rows merged with an existing entry.'),
    failedCount: described(integer, 'Rows that did not become entries, listed in `errors.csv`.'),
    doubtfulCount: described(
      v.nullable(integer),
      'Added and merged rows whose entry may not stop the intended mail, for example without a house number. Listed in `errors.csv` with `importRemark`. Null for an import of an earlier version.',
    ),
    failure: described(
      v.nullable(v.string()),
      'Why it FAILED, as a sentence; null otherwise. Rows processed before remain.',
    ),
    failureCode: described(
      v.nullable(v.picklist(suppressionImportFailureCodes)),
      'Machine-readable reason why it FAILED; null otherwise, and for an import of an earlier version.',
    ),
    stalled,
    createdAt: fields.createdAt,
    updatedAt: fields.updatedAt,
    completedAt: described(
      v.nullable(dateTime),
      'When it was COMPLETED or FAILED, RFC 3339 in UTC; null until then.',
    ),
  },
)
export type SuppressionImport = v.InferOutput<typeof suppressionImportSchema>

export const suppressionImportParams = v.strictObject({ id: described(v.string(), 'The import, `imp_…`.') })

/** `jobs` are failing jobs by import id, for `stalled`; omitted if the import is not being read. */
export const importToWire = (
  row: SuppressionImportRow,
  jobs?: ReadonlyMap<string, JobRow>,
): SuppressionImport => ({
  id: row.id,
  isTest: row.mode === 'test',
  uploadId: row.uploadId,
  fileName: row.fileName,
  sheet: row.dialect.sheet ?? null,
  status: row.status,
  mapping: Object.fromEntries(
    Object.entries(row.columns).map(([field, column]) => [field, row.heading[column]!]),
  ),
  fields: (row.fields ?? {}) as SuppressionImport['fields'],
  questions: row.questions ?? [],
  rowCount: row.rowCount,
  addedCount: row.addedCount,
  mergedCount: row.mergedCount,
  failedCount: row.failedCount,
  doubtfulCount: row.doubtfulCount,
  failure: row.failure,
  failureCode: row.failureCode,
  stalled: stallOf(row.status === 'PROCESSING' ? jobs?.get(row.id) : undefined, {
    restart: 'Import the list again. Existing entries remain, and none is added twice.',
    otherwise: 'Until then, its remaining rows stop no mail.',
  }),
  createdAt: toDateTime(row.createdAt),
  updatedAt: toDateTime(row.updatedAt),
  completedAt: toDateTimeOrNull(row.completedAt),
})
