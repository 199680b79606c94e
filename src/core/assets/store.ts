import { defineTable, integer, json, type RowOf, text, textOrNull } from '../columns.ts'
import type { Finding } from '../finding.ts'
import type { Mode } from '../ports/store.ts'

export const uploadKinds = ['IMAGE', 'PDF', 'CSV', 'FONT'] as const
export type UploadKind = (typeof uploadKinds)[number]

/** `REMOVED`: the bytes are gone (an expired list, a deleted asset), the receipt is kept. */
export const uploadStatuses = ['READY', 'REMOVED'] as const
export type UploadStatus = (typeof uploadStatuses)[number]

/**
 * The receipt of a file that somebody sent. A CSV belongs to the mode of its key; what templates are made of
 * is shared, is sent with live keys only, and is `live` here.
 */
export const uploadsTable = defineTable(
  'uploads',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    kind: text<UploadKind>(),
    status: text<UploadStatus>(),
    fileName: text(),
    /** What the bytes are, whatever the sender called them. */
    contentType: text(),
    sizeBytes: integer(),
    sha256: text(),
    /** Null once the bytes are gone. */
    blobKey: textOrNull(),
    findings: json<Finding[]>(),
    createdAt: integer(),
  },
  { indexes: [['organisationId', 'mode', 'createdAt']] },
)
export type UploadRow = RowOf<typeof uploadsTable>
