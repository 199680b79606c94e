import type { Recipient } from '../address/schema.ts'
import type { Finding } from '../kernel/finding.ts'
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

export type RenderStatus = 'PENDING' | 'READY' | 'FAILED'

/** A preview of a template version or an item. */
export const rendersTable = defineTable(
  'renders',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    status: text<RenderStatus>(),
    format: text<'pdf' | 'png'>(),
    /** 1-based page of a PNG. */
    page: integer(),
    dpi: integer(),
    templateVersionId: text(),
    itemId: textOrNull(),
    recipient: jsonOrNull<Recipient>(),
    /** Version 1 of the recipient's address key, also for items; null for an example. */
    addressKey: textOrNull(),
    data: json<Record<string, string>>(),
    findings: json<Finding[]>(),
    blobKey: textOrNull(),
    sizeBytes: integerOrNull(),
    createdAt: integer(),
    completedAt: integerOrNull(),
    expiresAt: integer(),
    /** Version 2; null also if a server of 0.2.0 wrote it, until `items.renewKeys` derives it. */
    addressKeyV2: textOrNull(),
  },
  {
    indexes: [
      ['organisationId', 'mode', 'createdAt'],
      ['itemId'],
      ['organisationId', 'mode', 'addressKey'],
      ['organisationId', 'mode', 'addressKeyV2'],
    ],
  },
)
export type RenderRow = RowOf<typeof rendersTable>
