import * as v from 'valibot'
import { recipientFields } from '../../../address/schema.ts'
import { toDateTime, toDateTimeOrNull } from '../../../kernel/time.ts'
import { dateTime, fields, integer } from '../../../kernel/wire-fields.ts'
import { described, named, namedObject, namedStrictObject } from '../../../kernel/wire-schema.ts'
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
  'The sheet of an XLSX by its name, the first visible one if absent; not of a CSV.',
)
const readingOptions = {
  encoding: described(v.optional(csvEncoding), 'Encoding of a CSV; detected from the content if absent.'),
  headingRow: described(
    v.optional(v.pipe(integer, v.minValue(1), v.maxValue(importLimits.sampleRows))),
    'The row that names the columns, counted from 1; found if absent. Rows above it are not imported.',
  ),
}
const heading = v.pipe(v.string(), v.minLength(1), v.maxLength(200))

const recipientSources = v.record(
  v.picklist(recipientFields.map((field) => `recipient.${field}` as const)),
  sourceSchema,
)

/** Days that rejected and doubtful rows are kept. */
export const importErrorDays = 30

export const suppressionImportInput = namedStrictObject(
  'SuppressionImportCreate',
  'A list to add to the suppression list.',
  {
    uploadId: described(
      uploadId,
      'A list of `POST /v1/uploads`, of kind CSV or XLSX, with a heading, `upl_…`.',
    ),
    sheet: sheetName,
    ...readingOptions,
    mapping: described(
      v.optional(
        v.strictObject(
          v.entriesFromList(
            importFields,
            described(v.optional(heading), 'Name of the column that holds it.'),
          ),
        ),
        {},
      ),
      'Column for each field; a field that is not named takes the column that is called as it is. Without `mapping` and `fields`, other columns are taken as `suppressions.importSample` suggests.',
    ),
    fields: described(
      v.optional(recipientSources, {}),
      'Sources of the recipient’s fields, as a mapping of mailings has them: columns that are joined, split or the same for every row. They go before `mapping`.',
    ),
    answers: described(
      v.optional(answersSchema, []),
      'Answers to the `questions` of `suppressions.importSample`; those about columns add to `fields`. The call is refused with 422 while a required question is open. It is accepted anyway if it has neither `fields` nor `answers`, and the street is in `mapping` or in a column called `street`.',
    ),
    reason: described(v.optional(termKey, 'opt_out'), 'Key of the reason for rows that name none.'),
    advertisingCategory: described(
      v.optional(v.nullable(termKey), null),
      'Key of the advertising category for rows that name none; null for all that the reason stops.',
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
      'Country of rows that name none (ISO 3166-1 alpha-2); the organisation’s own if absent.',
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
      described(v.optional(v.string()), 'Name of the column that holds it; absent if none does.'),
    ),
  ),
)

export const suppressionSampleQuery = v.strictObject({
  uploadId: described(uploadId, 'A list of `POST /v1/uploads`, of kind CSV or XLSX, `upl_…`.'),
  sheet: sheetName,
  encoding: readingOptions.encoding,
  headingRow: v.optional(
    described(
      v.pipe(v.string(), v.regex(/^[1-9]\d?$/), v.transform(Number), v.maxValue(importLimits.sampleRows)),
      'The row that names the columns, counted from 1.',
    ),
  ),
})

export const suppressionSampleSchema = namedObject(
  'SuppressionImportSample',
  'What stands in a list before it is imported, to map its columns by.',
  {
    sheet: described(v.nullable(v.string()), 'The sheet of an XLSX; null of a CSV.'),
    encoding: described(csvEncoding, 'The encoding in which it is read.'),
    headingRow: described(integer, 'The row that names the columns, counted from 1.'),
    fileRows: described(
      v.array(fileRowSchema),
      `The first ${importLimits.shownRows} rows of the file as it is, titles and heading included.`,
    ),
    columns: described(
      v.array(listColumnSchema),
      'The columns in order, as `mapping` names them: empty names and names that come twice get one of their own.',
    ),
    mapping: described(
      columnByField,
      'The column for each field, as far as it could be recognised: by the names of the fields, by words in nine languages, and where a name says nothing by the values of the rows.',
    ),
    fields: described(
      recipientSources,
      'The same with the columns that have to be joined or split, for `fields` of `suppressions.import`.',
    ),
    questions: described(
      v.array(questionSchema),
      'What only the owner of the list can decide, for `answers` of `suppressions.import`: `sheet`, `encoding` where several fit, `heading_row`, and columns that look like part of the recipient and are not used.',
    ),
  },
)
export type SuppressionImportSample = v.InferOutput<typeof suppressionSampleSchema>

export const suppressionImportSchema = namedObject(
  'SuppressionImport',
  'A list on its way into the suppression list.',
  {
    id: described(v.string(), 'The import, `imp_…`.'),
    isTest: fields.isTest,
    uploadId: described(v.string(), 'The uploaded list, `upl_…`.'),
    fileName: described(v.string(), 'Name of the file.'),
    sheet: described(v.nullable(v.string()), 'The sheet of an XLSX; null of a CSV.'),
    status: described(v.picklist(suppressionImportStatuses), 'Where the import is.'),
    mapping: described(columnByField, 'The column that was taken for each field.'),
    fields: described(recipientSources, 'The sources as given in `fields`, suggested or answered.'),
    questions: described(
      v.array(questionSchema),
      'Questions about the list that were not answered, without samples. What they ask about was left unchanged. Empty for imports by earlier versions.',
    ),
    rowCount: described(
      integer,
      'Rows dealt with so far, the heading apart: added, merged, failed or blank.',
    ),
    addedCount: described(integer, 'Rows that became entries.'),
    mergedCount: described(integer, 'Rows that were merged with an entry that was there.'),
    failedCount: described(integer, 'Rows that did not become entries; `errors.csv` has them.'),
    doubtfulCount: described(
      v.nullable(integer),
      'Rows among those added and merged whose entry may not stop the mail that it should, for example for want of a house number; `errors.csv` has them, with `importRemark`. Null for an import of an earlier version.',
    ),
    failure: described(
      v.nullable(v.string()),
      'Why it FAILED, as a sentence; what was dealt with before stays. Null otherwise.',
    ),
    failureCode: described(
      v.nullable(v.picklist(suppressionImportFailureCodes)),
      'Why it FAILED, for programs; null otherwise, and for an import of an earlier version.',
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

/** `jobs` are the failing ones, where imports are read. */
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
    restart: 'Import the list again: entries that are there stay, and none is added twice.',
    otherwise: 'Until then its remaining rows stop no mail.',
  }),
  createdAt: toDateTime(row.createdAt),
  updatedAt: toDateTime(row.updatedAt),
  completedAt: toDateTimeOrNull(row.completedAt),
})
