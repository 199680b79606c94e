import * as v from 'valibot'
import { sentFilters } from '../../engine/list/page.ts'
import {
  described,
  fields,
  integer,
  named,
  namedObject,
  namedStrictObject,
} from '../../kernel/wire-schema.ts'
import { exportFailures, exportFormats, exportKinds, exportStatuses } from '../../model/exports.ts'

/** Documented in `docs/limits.md`. */
export const exportLimits = {
  /** In real time. */
  days: 7,
  /** Unfinished exports of one organisation and mode. */
  unfinished: 10,
  filters: 20,
} as const

const exportKind = named('ExportKind', 'The exported rows.', v.picklist(exportKinds))
const exportFormat = named(
  'ExportFormat',
  '`csv`: a header and one row per line; `ndjson`: one JSON object per line; `xlsx`: an Excel workbook with the columns of the CSV as text cells.',
  v.picklist(exportFormats),
)

export const exportSchema = namedObject('Export', 'A file of rows that is written in the background.', {
  id: described(v.string(), 'The export, `exp_…`.'),
  isTest: fields.isTest,
  kind: described(exportKind, 'The exported rows.'),
  format: described(exportFormat, 'Format of the file.'),
  status: described(
    v.picklist(exportStatuses),
    '`PENDING`: waiting; `PROCESSING`: being written; `READY`: the file is available; `FAILED`: see `error`.',
  ),
  filters: described(v.record(v.string(), v.string()), 'The requested filters.'),
  rowCount: described(integer, 'Rows written so far.'),
  sizeBytes: described(integer, 'Size so far, in bytes.'),
  file: fields.file,
  error: described(v.nullable(v.string()), 'The failure as a sentence; null otherwise.'),
  failureCode: described(
    v.nullable(v.picklist(exportFailures)),
    '`permission_withdrawn`: the caller lost the permission to read the rows; create another export. `sheet_full`: a workbook cannot contain all rows; use CSV, NDJSON or filters. Null otherwise.',
  ),
  createdAt: fields.createdAt,
  completedAt: fields.fileCompletedAt,
  expiresAt: fields.fileExpiresAt,
})
export type Export = v.InferOutput<typeof exportSchema>

const filterGrammar =
  'Filters of the list of that kind, in the same notation: `?filter[status][in]=READY,HELD` of the list is `"filter[status][in]": "READY,HELD"` here. Items, suppressions, ledger and events have the filters of their lists; invoices have `kind`, `status` and `issueDate`; days of analytics have `day`. Dates are RFC 3339 or YYYY-MM-DD.'

export const exportInput = namedStrictObject('ExportCreate', 'A new export.', {
  kind: described(exportKind, 'The rows to export.'),
  format: described(v.optional(exportFormat, 'csv'), 'Format of the file.'),
  filters: described(v.optional(sentFilters(exportLimits.filters), {}), filterGrammar),
})
export type ExportInput = v.InferOutput<typeof exportInput>

export const exportParams = v.strictObject({ id: described(v.string(), 'The export, `exp_…`.') })
