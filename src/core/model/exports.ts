import { defineLifecycle } from '../kernel/lifecycle.ts'
import type { Mode } from '../kernel/mode.ts'
import type { Condition, Scalar } from '../kernel/query.ts'
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

export const exportStatuses = ['PENDING', 'PROCESSING', 'READY', 'FAILED'] as const
type ExportStatus = (typeof exportStatuses)[number]

/** A finished export is removed with its file when it expires. */
export const exportLifecycle = defineLifecycle<ExportStatus>('export', {
  PENDING: ['PROCESSING', 'FAILED'],
  PROCESSING: ['READY', 'FAILED'],
  READY: [],
  FAILED: [],
})

export const exportKinds = ['items', 'suppressions', 'ledger', 'invoices', 'events', 'analyticsDays'] as const
export type ExportKind = (typeof exportKinds)[number]
export const exportFormats = ['csv', 'ndjson', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const exportFailures = ['permission_withdrawn', 'sheet_full'] as const
export type ExportFailure = (typeof exportFailures)[number]

/** The last row of the file so far, and the state for the next part of a workbook. */
export interface ExportEnd {
  values: Scalar[]
  id: string
  /** Size and checksum of the uncompressed sheet. */
  sheet?: { size: number; crc: number }
}

/** Written in parts, so that a crash loses only one. */
export const exportsTable = defineTable(
  'exports',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    kind: text<ExportKind>(),
    format: text<ExportFormat>(),
    status: text<ExportStatus>(),
    /** The filters as sent, and as conditions for the store. */
    filters: json<Record<string, string>>(),
    where: json<readonly Condition[]>(),
    /** Written so far. */
    parts: integer(),
    rowCount: integer(),
    sizeBytes: integer(),
    after: jsonOrNull<ExportEnd>(),
    error: textOrNull(),
    /** Id of a user, or of the first key of a rotation line; null for earlier versions. */
    createdById: textOrNull(),
    /** Null if the reason is only in the log. */
    failureCode: textOrNull<ExportFailure>(),
    createdAt: integer(),
    updatedAt: integer(),
    completedAt: integerOrNull(),
    /** In real time. */
    expiresAt: integer(),
  },
  {
    indexes: [
      ['organisationId', 'mode', 'createdAt'],
      ['organisationId', 'mode', 'status'],
    ],
  },
)
export type ExportRow = RowOf<typeof exportsTable>
