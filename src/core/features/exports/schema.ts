import * as v from 'valibot'
import { sentFilters } from '../../engine/list/page.ts'
import { fields, integer } from '../../kernel/wire-fields.ts'
import { described, named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { exportFailures, exportFormats, exportKinds, exportStatuses } from '../../model/exports.ts'

/** Limits of exports (`docs/limits.md`). */
export const exportLimits = {
  /** Days that a file is kept, by real time. */
  days: 7,
  /** Exports of one organisation and mode that are not finished. */
  unfinished: 10,
  filters: 20,
} as const

const exportKind = named('ExportKind', 'Which rows are exported.', v.picklist(exportKinds))
const exportFormat = named(
  'ExportFormat',
  '`csv`: a heading and a row a line; `ndjson`: a JSON object a line; `xlsx`: an Excel workbook with the columns of the CSV, whose cells are all text.',
  v.picklist(exportFormats),
)

export const exportSchema = namedObject('Export', 'A file of rows that is written in the background.', {
  id: described(v.string(), 'The export, `exp_…`.'),
  isTest: fields.isTest,
  kind: described(exportKind, 'Which rows it holds.'),
  format: described(exportFormat, 'How it is written.'),
  status: described(
    v.picklist(exportStatuses),
    '`PENDING`: waits; `PROCESSING`: is being written; `READY`: the file is there; `FAILED`: see `error`.',
  ),
  filters: described(v.record(v.string(), v.string()), 'The filters as they were asked for.'),
  rowCount: described(integer, 'Rows written so far; all of them once it is READY.'),
  sizeBytes: described(integer, 'Size so far, in bytes.'),
  file: fields.file,
  error: described(v.nullable(v.string()), 'Why it FAILED, as a sentence; null otherwise.'),
  failureCode: described(
    v.nullable(v.picklist(exportFailures)),
    '`permission_withdrawn`: it FAILED because its caller lost the permission to read the rows; ask for another export. `sheet_full`: a workbook has no room for all rows; ask for CSV or NDJSON, or for fewer rows. Null otherwise.',
  ),
  createdAt: fields.createdAt,
  completedAt: fields.fileCompletedAt,
  expiresAt: fields.fileExpiresAt,
})
export type Export = v.InferOutput<typeof exportSchema>

const filterGrammar =
  'Filters of the list of that kind, written as there: `?filter[status][in]=READY,HELD` of the list is `"filter[status][in]": "READY,HELD"` here. Items, suppressions, ledger and events take those of their lists; invoices `kind`, `status` and `issueDate`; days of analytics `day`. Dates are RFC 3339 or YYYY-MM-DD.'

export const exportInput = namedStrictObject('ExportCreate', 'What to export.', {
  kind: described(exportKind, 'Which rows to export.'),
  format: described(v.optional(exportFormat, 'csv'), 'How to write them.'),
  filters: described(v.optional(sentFilters(exportLimits.filters), {}), filterGrammar),
})
export type ExportInput = v.InferOutput<typeof exportInput>

export const exportParams = v.strictObject({ id: described(v.string(), 'The export, `exp_…`.') })
