import * as v from 'valibot'
import { toDateTime, toDateTimeOrNull } from '../../../kernel/time.ts'
import { namedObject, namedStrictObject } from '../../../kernel/wire-schema.ts'
import {
  importFields,
  type SuppressionImportRow,
  suppressionImportStatuses,
} from '../../../model/suppressions-imports.ts'
import { maxTermKey } from '../../vocabulary/schema.ts'

const integer = v.pipe(v.number(), v.integer())
const dateTime = v.pipe(v.string(), v.isoTimestamp())
const termKey = v.pipe(v.string(), v.minLength(1), v.maxLength(maxTermKey))
const heading = v.pipe(v.string(), v.minLength(1), v.maxLength(200))

/** Days that the rows to mend are kept. */
export const importErrorDays = 30

export const suppressionImportInput = namedStrictObject(
  'SuppressionImportCreate',
  'A list to add to the suppression list.',
  {
    /** A CSV of `POST /v1/uploads?kind=CSV`, with a heading. */
    uploadId: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
    /** Column for each field; a field that is not named takes the column that is called as it is. */
    mapping: v.optional(v.strictObject(v.entriesFromList(importFields, v.optional(heading))), {}),
    /** For rows that say none. */
    reason: v.optional(termKey, 'opt_out'),
    advertisingCategory: v.optional(v.nullable(termKey), null),
    matchName: v.optional(v.boolean(), false),
    /** ISO 3166-1; the organisation's own where nothing is said. */
    country: v.optional(
      v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'Write the country as two capital letters.')),
    ),
  },
)
export type SuppressionImportInput = v.InferOutput<typeof suppressionImportInput>

export const suppressionImportSchema = namedObject(
  'SuppressionImport',
  'A list on its way into the suppression list.',
  {
    id: v.string(),
    isTest: v.boolean(),
    uploadId: v.string(),
    fileName: v.string(),
    status: v.picklist(suppressionImportStatuses),
    /** The column that was taken for each field. */
    mapping: v.object(v.entriesFromList(importFields, v.optional(v.string()))),
    /** Rows dealt with so far, the heading apart: added, merged with entries that were there, failed, or blank. */
    rowCount: integer,
    addedCount: integer,
    mergedCount: integer,
    /** Rows to mend: `errors.csv`. */
    failedCount: integer,
    /** Why it FAILED; what was dealt with before stays. */
    failure: v.nullable(v.string()),
    createdAt: dateTime,
    updatedAt: dateTime,
    completedAt: v.nullable(dateTime),
  },
)
export type SuppressionImport = v.InferOutput<typeof suppressionImportSchema>

export const suppressionImportParams = v.strictObject({ id: v.string() })

export const importToWire = (row: SuppressionImportRow): SuppressionImport => ({
  id: row.id,
  isTest: row.mode === 'test',
  uploadId: row.uploadId,
  fileName: row.fileName,
  status: row.status,
  mapping: Object.fromEntries(
    Object.entries(row.columns).map(([field, column]) => [field, row.heading[column]!]),
  ),
  rowCount: row.rowCount,
  addedCount: row.addedCount,
  mergedCount: row.mergedCount,
  failedCount: row.failedCount,
  failure: row.failure,
  createdAt: toDateTime(row.createdAt),
  updatedAt: toDateTime(row.updatedAt),
  completedAt: toDateTimeOrNull(row.completedAt),
})
