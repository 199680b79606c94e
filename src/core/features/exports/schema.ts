import * as v from 'valibot'
import { named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { exportFormats, exportKinds } from '../../model/exports.ts'
import { exportStatuses } from '../../model/exports-lifecycle.ts'
import { exportLimits } from './limits.ts'

const integer = v.pipe(v.number(), v.integer())
const exportKind = named('ExportKind', 'Which rows are exported.', v.picklist(exportKinds))
const exportFormat = named(
  'ExportFormat',
  '`csv`: a heading and a row a line; `ndjson`: a JSON object a line.',
  v.picklist(exportFormats),
)
const dateTime = v.pipe(v.string(), v.isoTimestamp())

export const exportSchema = namedObject('Export', 'A file of rows that is written in the background.', {
  id: v.string(),
  isTest: v.boolean(),
  kind: exportKind,
  format: exportFormat,
  status: v.picklist(exportStatuses),
  /** As they were asked for. */
  filters: v.record(v.string(), v.string()),
  /** Written so far; all of them once it is READY. */
  rowCount: integer,
  sizeBytes: integer,
  /** Where the file is, once it is READY. */
  file: v.nullable(v.string()),
  /** Why it FAILED. */
  error: v.nullable(v.string()),
  createdAt: dateTime,
  completedAt: v.nullable(dateTime),
  expiresAt: v.pipe(
    dateTime,
    v.description(
      'When the file is taken away: seven days of real time after it was asked for. In test mode it is told as the test clock, which `createdAt` is of too, will show it.',
    ),
  ),
})
export type Export = v.InferOutput<typeof exportSchema>

const filterGrammar =
  'Filters of the list of that kind, written as there: `?filter[status][in]=READY,HELD` of the list is `"filter[status][in]": "READY,HELD"` here. Items, suppressions, ledger and events take those of their lists; invoices `kind`, `status` and `issueDate`; days of analytics `day`. Dates are RFC 3339 or YYYY-MM-DD.'

export const exportInput = namedStrictObject('ExportCreate', 'What to export.', {
  kind: exportKind,
  format: v.optional(exportFormat, 'csv'),
  filters: v.optional(
    v.pipe(
      v.record(v.pipe(v.string(), v.maxLength(80)), v.pipe(v.string(), v.maxLength(10_000))),
      v.maxEntries(exportLimits.filters),
      v.description(filterGrammar),
    ),
    {},
  ),
})
export type ExportInput = v.InferOutput<typeof exportInput>

export const exportParams = v.strictObject({ id: v.string() })
