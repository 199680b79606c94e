import { recipientFields } from '../address/index.ts'
import type { CsvDialect } from '../kernel/csv-dialect.ts'
import type { Mode } from '../kernel/mode.ts'
import { defineTable, integer, integerOrNull, json, type RowOf, text, textOrNull } from '../kernel/table.ts'

export const suppressionImportStatuses = ['PROCESSING', 'COMPLETED', 'FAILED'] as const
export type SuppressionImportStatus = (typeof suppressionImportStatuses)[number]

/** What a column of the file may be: a part of the recipient, or what the entry says of them. */
export const importFields = [...recipientFields, 'reason', 'advertisingCategory', 'matchName'] as const
export type ImportField = (typeof importFields)[number]

/** What the rows say that have no column, or no value, for it. */
export interface ImportDefaults {
  reason: string
  advertisingCategory: string | null
  matchName: boolean
  country: string
}

/** A list of addresses on its way into the suppression list, and how far it has come. */
export const suppressionImportsTable = defineTable(
  'suppression_imports',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    uploadId: text(),
    fileName: text(),
    blobKey: text(),
    status: text<SuppressionImportStatus>(),
    dialect: json<CsvDialect>(),
    heading: json<string[]>(),
    /** Place in the heading of each field that has a column. */
    columns: json<Partial<Record<ImportField, number>>>(),
    defaults: json<ImportDefaults>(),
    /** Rows behind the heading that are dealt with; a job that begins again goes on behind them. */
    rowCount: integer(),
    addedCount: integer(),
    mergedCount: integer(),
    failedCount: integer(),
    /** Chunks whose bad rows lie in a blob of their own. */
    errorChunks: json<number[]>(),
    failure: textOrNull(),
    createdAt: integer(),
    updatedAt: integer(),
    completedAt: integerOrNull(),
  },
  { indexes: [['organisationId', 'mode', 'createdAt']] },
)
export type SuppressionImportRow = RowOf<typeof suppressionImportsTable>
