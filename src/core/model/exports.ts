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

/** Where a file ends so far: its last row, and what the next part of a workbook needs. */
export interface ExportEnd {
  values: Scalar[]
  id: string
  /** The sheet before it is compressed: its bytes and their checksum. */
  sheet?: { size: number; crc: number }
}

/** A requested file of rows. It is written part by part, so that a crash costs one part. */
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
    /** The filters as the caller wrote them, and as the store takes them. */
    filters: json<Record<string, string>>(),
    where: json<readonly Condition[]>(),
    /** Parts and rows written so far, and the last row of them. */
    parts: integer(),
    rowCount: integer(),
    sizeBytes: integer(),
    after: jsonOrNull<ExportEnd>(),
    error: textOrNull(),
    /** Who asked for it: a user, or the first key of a line; null where an earlier version made it. */
    createdById: textOrNull(),
    /** Why it FAILED, for programs; null where the reason is in the log. */
    failureCode: textOrNull<ExportFailure>(),
    createdAt: integer(),
    updatedAt: integer(),
    completedAt: integerOrNull(),
    /** Real time. */
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
