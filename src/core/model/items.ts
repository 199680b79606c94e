import type { Recipient } from '../address/schema.ts'
import type { Finding } from '../kernel/finding.ts'
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
import type { HeldReason, ItemStatus } from './items-lifecycle.ts'
import type { ItemSuppression } from './suppressions.ts'

export interface HistoryEntry {
  status: ItemStatus
  /** ms on the clock of the item's mode. */
  at: number
  heldReason?: HeldReason
  /** A sentence where the status alone does not say why. */
  reason?: string
}

export const itemsTable = defineTable(
  'items',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    /** What it belongs to: one of the two, never both. */
    postflowId: textOrNull(),
    postbatchId: textOrNull(),
    templateVersionId: text(),
    productId: text(),
    specificationId: text(),
    advertisingCategory: textOrNull(),
    status: text<ItemStatus>(),
    heldReason: textOrNull<HeldReason>(),
    findings: json<Finding[]>(),
    recipient: json<Recipient>(),
    /** `name`, or `companyName` where there is none: what lists sort and search by. */
    recipientName: text(),
    recipientCountry: text(),
    /** The normalised address, for suppressions and duplicates. */
    addressKey: text(),
    /**
     * A sum of mailing, address and name, by which duplicates are looked up (`duplicates.ts`); null once the item reaches nobody.
     * Kept by `saveItem` and `insertItems`.
     */
    duplicateKey: textOrNull(),
    /** The sender accepts an address that the rules doubt. */
    addressOverride: boolean(),
    data: json<Record<string, string>>(),
    /** The caller's own reference. */
    reference: textOrNull(),
    metadata: jsonOrNull<Record<string, string>>(),
    /** `YYYY-MM-DD`, the earliest day of production. */
    sendOn: textOrNull(),
    approvedAt: integerOrNull(),
    runId: textOrNull(),
    /** 1-based place in the run's package, set when it was rendered. */
    sequence: integerOrNull(),
    cancellableUntil: integerOrNull(),
    /** The entry that suppressed it, as it was then: entries may change and go. */
    suppression: jsonOrNull<ItemSuppression>(),
    trackingCode: text(),
    scanCount: integer(),
    /** The item that this one prints again, and the one that prints this one again. */
    reprintOf: textOrNull(),
    reprintedAs: textOrNull(),
    priceCents: integer(),
    currency: text(),
    history: json<HistoryEntry[]>(),
    /** Day `YYYY-MM-DD` in the organisation's zone under which its present status is counted. */
    createdDay: text(),
    /** Real times at which the erasure of its recipient was asked for, and was through everywhere. */
    erasureRequestedAt: integerOrNull(),
    erasedAt: integerOrNull(),
    revision: integer(),
    createdAt: integer(),
    updatedAt: integer(),
  },
  {
    unique: [['trackingCode']],
    indexes: [
      ['organisationId', 'mode', 'createdAt'],
      ['organisationId', 'mode', 'status', 'createdAt'],
      ['organisationId', 'mode', 'updatedAt'],
      ['organisationId', 'mode', 'recipientName'],
      ['organisationId', 'mode', 'reference'],
      ['postflowId', 'status'],
      ['postbatchId', 'status'],
      ['runId'],
      ['organisationId', 'mode', 'addressKey'],
      ['organisationId', 'mode', 'advertisingCategory'],
    ],
    // Few items wait, and whoever brings money asks for the oldest of them.
    sparse: [
      ['organisationId', 'mode', 'heldReason', 'createdAt'],
      ['organisationId', 'mode', 'duplicateKey', 'createdAt'],
    ],
    folded: ['recipientName'],
  },
)
export type ItemRow = RowOf<typeof itemsTable>

/** Names what an item belongs to: exactly one of the two is set. */
export type MailingRef = Pick<ItemRow, 'postflowId' | 'postbatchId'>
