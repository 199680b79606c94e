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
 * Bad rows do not fail an import; an unreadable file does, and so does cancelling it. One whose caller lost the
 * permission can be restarted.
 */
export const importLifecycle = defineLifecycle<ImportStatus>('import', {
  UPLOADED: ['MAPPED', 'FAILED'],
  MAPPED: ['PROCESSING', 'FAILED'],
  PROCESSING: ['COMPLETED', 'FAILED'],
  COMPLETED: [],
  FAILED: ['MAPPED'],
})

/** Whether nothing more is imported, unless a failed one is restarted. */
export const isImportOver = (status: ImportStatus): boolean => status === 'COMPLETED' || status === 'FAILED'

/** How the file of an import is read. */
export interface ImportDialect extends CsvDialect {
  /** The row that names the columns, where it is not the last before the first recipient. */
  headingRow?: number
  /** The settings that a caller gave; others are detected again when one changes. */
  given?: {
    sheet?: string
    header?: boolean
    headingRow?: number
    encoding?: CsvEncoding
    delimiter?: CsvDialect['delimiter']
  }
}

/** A problem of a row, in the terms of the file. */
export interface RowProblem {
  /** The row's number in a spreadsheet. */
  row: number
  /** The column or columns that the value comes from. */
  column: string
  code: string
  message: string
  /** The values in the sentence; absent where an earlier version found it. */
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

/** The import of a list of recipients into a Postbatch, and its progress. */
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
    /** The sheet of a workbook; null of a CSV. */
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
    /** Rows that are done; a job that starts anew continues after them. */
    rowCount: integer(),
    /** Bytes of the file read for them. */
    readBytes: integer(),
    createdCount: integer(),
    /** Created items that are on the suppression list. */
    suppressedCount: integer(),
    failedCount: integer(),
    /** Failed rows whose recipient is in the Postbatch or earlier in the file. */
    duplicateCount: integer(),
    /** Rows without any value. */
    emptyCount: integer(),
    /** The first problems; `errors.csv` has all of them. */
    problems: json<RowProblem[]>(),
    failureCode: textOrNull<FailureCode>(),
    failure: textOrNull(),
    revision: integer(),
    createdAt: integer(),
    updatedAt: integer(),
    startedAt: integerOrNull(),
    completedAt: integerOrNull(),
    /** Bad rows that were left out by hand, which `emptyCount` counts too; null before this was kept. */
    leftOutCount: integerOrNull(),
    /** What only the owner of the list can decide; null before questions were asked. */
    questions: jsonOrNull<Question[]>(),
    /** The answers that its rows are read with; null where none was given. */
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

/** The counts of an import before its first row. */
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

/** A bad row as it was in the file, with its problems. It holds an address and is kept for some days only. */
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
    /** When it was left out by hand, and so is bad no longer; null while it is to be mended. */
    leftOutAt: integerOrNull(),
    /**
     * What the workbook shows of the numbers in the cells, by column, where a column is printed and read as a number
     * too; null where there is none.
     */
    formatted: jsonOrNull<(string | null)[]>(),
  },
  { indexes: [['importId', 'row']] },
)
export type ImportErrorRow = RowOf<typeof importErrorsTable>

/** The mapping that a file's heading suggests. */
export interface Suggestion {
  /** Null where no column is recognised. */
  mapping: Mapping | null
  /** Columns that the mapping does not use. */
  unusedColumns: string[]
  /** Required fields for which no column was recognised. */
  missingFields: string[]
}
