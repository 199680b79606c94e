import type { CsvDialect } from '../kernel/csv-dialect.ts'
import type { Mode } from '../kernel/mode.ts'
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
import type { ImportStatus } from './imports-lifecycle.ts'
import type { Mapping } from './mapping.ts'

/** What is wrong with a row, in the file's own words. */
export interface RowProblem {
  /** As a spreadsheet numbers it. */
  row: number
  /** The column, or the columns, that it comes from. */
  column: string
  code: string
  message: string
}

export const failureCodes = [
  'cancelled',
  'file_gone',
  'file_unreadable',
  'too_many_rows',
  'postbatch_closed',
] as const
export type FailureCode = (typeof failureCodes)[number]

/** A list of recipients on its way into a Postbatch, and how far it has come. */
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
    sizeBytes: integer(),
    status: text<ImportStatus>(),
    dryRun: boolean(),
    dialect: json<CsvDialect>(),
    hasHeader: boolean(),
    /** Records before the first row: the heading, and a line that names the delimiter. */
    headRecords: integer(),
    heading: json<string[]>(),
    suggestion: json<Suggestion>(),
    mapping: jsonOrNull<Mapping>(),
    presetId: textOrNull(),
    /** Rows that are dealt with; a job that begins again goes on behind them. */
    rowCount: integer(),
    /** Bytes of the file that were read for them. */
    readBytes: integer(),
    createdCount: integer(),
    /** Of those created, the ones on the suppression list. */
    suppressedCount: integer(),
    failedCount: integer(),
    /** Of those failed, the ones that are in the Postbatch or in the file already. */
    duplicateCount: integer(),
    /** Rows without a single value. */
    emptyCount: integer(),
    /** The first of them; `errors.csv` has all. */
    problems: json<RowProblem[]>(),
    failureCode: textOrNull<FailureCode>(),
    failure: textOrNull(),
    revision: integer(),
    createdAt: integer(),
    updatedAt: integer(),
    startedAt: integerOrNull(),
    completedAt: integerOrNull(),
  },
  {
    indexes: [
      ['postbatchId', 'createdAt'],
      ['organisationId', 'mode', 'createdAt'],
    ],
  },
)
export type ImportRow = RowOf<typeof importsTable>

/** Of an import before its first row. */
export const nothingRead = {
  rowCount: 0,
  readBytes: 0,
  createdCount: 0,
  suppressedCount: 0,
  failedCount: 0,
  duplicateCount: 0,
  emptyCount: 0,
  problems: [],
}

/** A row that could not be taken: as it was, and what to mend. Kept for some days only, it holds an address. */
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
  },
  { indexes: [['importId', 'row']] },
)
export type ImportErrorRow = RowOf<typeof importErrorsTable>

/** The mapping that a file's heading suggests. */
export interface Suggestion {
  /** Null where no column looks like anything. */
  mapping: Mapping | null
  /** Columns that it does not use. */
  unusedColumns: string[]
  /** Fields that an item needs and that no column looks like. */
  missingFields: string[]
}
