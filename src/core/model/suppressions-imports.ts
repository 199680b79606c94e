import { recipientFields } from '../address/schema.ts'
import type { CsvDialect } from '../kernel/csv-dialect.ts'
import type { Mode } from '../kernel/mode.ts'
import {
  defineTable,
  integer,
  integerOrNull,
  json,
  jsonOrNull,
  type RowOf,
  text,
  textOrNull,
} from '../kernel/table.ts'
import type { Question } from './list-questions.ts'
import type { Source } from './mapping.ts'

export const suppressionImportStatuses = ['PROCESSING', 'COMPLETED', 'FAILED'] as const
export type SuppressionImportStatus = (typeof suppressionImportStatuses)[number]

export const suppressionImportFailureCodes = ['file_gone', 'file_unreadable', 'permission_withdrawn'] as const
export type SuppressionImportFailureCode = (typeof suppressionImportFailureCodes)[number]

/** The fields that a column of the file may hold: a part of the recipient, or of the entry. */
export const importFields = [...recipientFields, 'reason', 'advertisingCategory', 'matchName'] as const
export type ImportField = (typeof importFields)[number]

/** The values for rows without a column or value for them. */
export interface ImportDefaults {
  reason: string
  advertisingCategory: string | null
  matchName: boolean
  country: string
}

/** How the file is read. */
export interface ListDialect extends CsvDialect {
  /** The sheet of a workbook; absent of a CSV. */
  sheet?: string
  /** Records before the first entry; absent where there is one, the heading. */
  headRecords?: number
}

/** The import of a list of addresses into the suppression list, and its progress. */
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
    dialect: json<ListDialect>(),
    heading: json<string[]>(),
    /** The index in the heading of each field that has a column. */
    columns: json<Partial<Record<ImportField, number>>>(),
    defaults: json<ImportDefaults>(),
    /** Rows that are done, without the heading; a job that starts anew continues after them. */
    rowCount: integer(),
    addedCount: integer(),
    mergedCount: integer(),
    failedCount: integer(),
    /** Chunks whose rejected and doubtful rows are in a blob of their own. */
    errorChunks: json<number[]>(),
    failure: textOrNull(),
    createdAt: integer(),
    updatedAt: integer(),
    completedAt: integerOrNull(),
    /** Sources of recipient fields that one column alone does not make; null where there are none. */
    fields: jsonOrNull<Record<string, Source>>(),
    /** Rows that became entries and are doubtful; null for an import that a version without this count began. */
    doubtfulCount: integerOrNull(),
    /** What nobody decided about the list, without its values; null for an import that a version without it began. */
    questions: jsonOrNull<Question[]>(),
    /** Why it is FAILED; null for an import that a version without it ended. */
    failureCode: textOrNull<SuppressionImportFailureCode>(),
  },
  { indexes: [['organisationId', 'mode', 'createdAt']] },
)
export type SuppressionImportRow = RowOf<typeof suppressionImportsTable>
