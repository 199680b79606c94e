import type { CsvDialect, CsvEncoding } from '../kernel/csv-dialect.ts'
import { defineLifecycle } from '../kernel/lifecycle.ts'
import type { Mode } from '../kernel/mode.ts'
import type { Params } from '../kernel/sentences.ts'
import {
  boolean,
  defineTable,
  integer,
  integerOrNull,
  json,
  jsonOrNull,
  type RowOf,
  text,
  textOrNull,
} from '../kernel/table.ts'
import type { Answer, Mapping, Question } from './mapping.ts'

export const importStatuses = ['UPLOADED', 'MAPPED', 'PROCESSING', 'COMPLETED', 'FAILED'] as const
export type ImportStatus = (typeof importStatuses)[number]

/**
 * Bad rows don't fail an import; an unreadable file or cancelling does. An import that failed because its
 * caller lost the permission can be restarted.
 */
export const importLifecycle = defineLifecycle<ImportStatus>('import', {
  UPLOADED: ['MAPPED', 'FAILED'],
  MAPPED: ['PROCESSING', 'FAILED'],
  PROCESSING: ['COMPLETED', 'FAILED'],
  COMPLETED: [],
  FAILED: ['MAPPED'],
})

/** If true, nothing more is imported, unless a failed import is restarted. */
export const isImportOver = (status: ImportStatus): boolean => status === 'COMPLETED' || status === 'FAILED'

export interface ImportDialect extends CsvDialect {
  /** Row of the column names, if not the last one before the first recipient. */
  headingRow?: number
  /** Given by the caller; other settings are detected again when one changes. */
  given?: {
    sheet?: string
    header?: boolean
    headingRow?: number
    encoding?: CsvEncoding
    delimiter?: CsvDialect['delimiter']
  }
}

/** A problem of a row, in terms of the file. */
export interface RowProblem {
  /** Row number as in a spreadsheet. */
  row: number
  /** Column or columns of the value. */
  column: string
  code: string
  message: string
  /** Values of the sentence; absent for earlier versions. */
  params?: Params | undefined
}

export const failureCodes = [
  'cancelled',
  'file_gone',
  'file_unreadable',
  'too_many_rows',
  'postbatch_closed',
  'permission_withdrawn',
  'questions_open',
] as const
export type FailureCode = (typeof failureCodes)[number]

export const importsTable = defineTable(
  'imports',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    postbatchId: text(),
    uploadId: text(),
    fileName: text(),
    /** Null for a CSV. */
    sheet: textOrNull(),
    sizeBytes: integer(),
    status: text<ImportStatus>(),
    dryRun: boolean(),
    dialect: json<ImportDialect>(),
    hasHeader: boolean(),
    /** Records before the first row: the heading, and a line that names the delimiter. */
    headRecords: integer(),
    heading: json<string[]>(),
    suggestion: json<Suggestion>(),
    mapping: jsonOrNull<Mapping>(),
    presetId: textOrNull(),
    /** Processed rows; a restarted job continues after them. */
    rowCount: integer(),
    /** Bytes of the file read for them. */
    readBytes: integer(),
    createdCount: integer(),
    /** Created items whose recipient is on the suppression list. */
    suppressedCount: integer(),
    failedCount: integer(),
    /** Failed rows whose recipient is in the Postbatch or earlier in the file. */
    duplicateCount: integer(),
    /** Rows without any value. */
    emptyCount: integer(),
    /** The first problems; `errors.csv` has all. */
    problems: json<RowProblem[]>(),
    failureCode: textOrNull<FailureCode>(),
    failure: textOrNull(),
    revision: integer(),
    createdAt: integer(),
    updatedAt: integer(),
    startedAt: integerOrNull(),
    completedAt: integerOrNull(),
    /** Bad rows dismissed by a user, also counted in `emptyCount`; null before 0.3.0. */
    leftOutCount: integerOrNull(),
    /** Null before 0.3.0. */
    questions: jsonOrNull<Question[]>(),
    /** Applied to the rows; null without any. */
    answers: jsonOrNull<Answer[]>(),
  },
  {
    indexes: [
      ['postbatchId', 'createdAt'],
      ['organisationId', 'mode', 'createdAt'],
    ],
  },
)
export type ImportRow = RowOf<typeof importsTable>

/** Counts before the first row. */
export const nothingRead = {
  rowCount: 0,
  readBytes: 0,
  createdCount: 0,
  suppressedCount: 0,
  failedCount: 0,
  duplicateCount: 0,
  emptyCount: 0,
  leftOutCount: 0,
  problems: [],
}

/** Bad rows. They contain addresses and are kept for some days only. */
export const importErrorsTable = defineTable(
  'import_errors',
  'mode',
  {
    /** `importId|row` */
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    importId: text(),
    row: integer(),
    cells: json<string[]>(),
    problems: json<RowProblem[]>(),
    /** When a user dismissed it; null while it needs correction. */
    leftOutAt: integerOrNull(),
    /** Formatted workbook numbers by column, if a column is both printed and read as a number. */
    formatted: jsonOrNull<(string | null)[]>(),
  },
  { indexes: [['importId', 'row']] },
)
export type ImportErrorRow = RowOf<typeof importErrorsTable>

export interface Suggestion {
  /** Null if no column is recognised. */
  mapping: Mapping | null
  unusedColumns: string[]
  /** Required fields without a recognised column. */
  missingFields: string[]
}
