import type { Recipient } from '../address/schema.ts'
import type { Finding } from '../kernel/finding.ts'
import { defineLifecycle } from '../kernel/lifecycle.ts'
import type { Mode } from '../kernel/mode.ts'
import {
  boolean,
  booleanOrNull,
  defineTable,
  integer,
  integerOrNull,
  json,
  jsonOrNull,
  type RowOf,
  text,
  textOrNull,
} from '../kernel/table.ts'
import type { ActorThen } from './audit.ts'
import type { ItemSuppression } from './suppressions.ts'

/**
 * The names of item events in upper snake case: every entry into a status emits that event
 * (docs/send-mail.md#items).
 */
export const itemStatuses = [
  'CREATED',
  'NEEDS_ATTENTION',
  'SUPPRESSED',
  'PENDING_APPROVAL',
  'HELD',
  'READY',
  'SCHEDULED',
  'IN_PRODUCTION',
  'HANDED_TO_CARRIER',
  'COMPLETED',
  'RETURNED',
  'NOT_SENT',
  'FAILED',
  'CANCELLED',
] as const
export type ItemStatus = (typeof itemStatuses)[number]

/** What people decide about an item that waits for it. */
export const itemDecisions = ['APPROVED', 'REJECTED'] as const
export type ItemDecision = (typeof itemDecisions)[number]

export const heldReasons = ['POSTFLOW_PAUSED', 'INSUFFICIENT_FUNDS', 'APPROVAL_MODE', 'SPENDING_CAP'] as const
export type HeldReason = (typeof heldReasons)[number]

const validated = ['NEEDS_ATTENTION', 'SUPPRESSED', 'PENDING_APPROVAL', 'HELD', 'READY', 'CANCELLED'] as const

/**
 * The whole matrix. A PATCH revalidates in every status before SCHEDULED, so each of those may lead to every
 * validation outcome. HELD → HELD is a change of reason. From the cutoff on an item moves only with its run.
 */
export const itemLifecycle = defineLifecycle<ItemStatus>('item', {
  CREATED: validated,
  NEEDS_ATTENTION: validated,
  SUPPRESSED: [],
  PENDING_APPROVAL: validated,
  HELD: validated,
  READY: ['NEEDS_ATTENTION', 'SUPPRESSED', 'PENDING_APPROVAL', 'HELD', 'READY', 'SCHEDULED', 'CANCELLED'],
  SCHEDULED: ['HELD', 'READY', 'SUPPRESSED', 'NEEDS_ATTENTION', 'IN_PRODUCTION', 'FAILED', 'CANCELLED'],
  IN_PRODUCTION: ['HANDED_TO_CARRIER', 'NOT_SENT', 'FAILED'],
  HANDED_TO_CARRIER: ['COMPLETED', 'RETURNED', 'NOT_SENT'],
  COMPLETED: ['RETURNED'],
  RETURNED: [],
  NOT_SENT: [],
  FAILED: [],
  CANCELLED: [],
})

/** Statuses in which a PATCH revalidates; later ones answer 409. */
export const editableStatuses: readonly ItemStatus[] = [
  'CREATED',
  'NEEDS_ATTENTION',
  'PENDING_APPROVAL',
  'HELD',
  'READY',
]

/** Statuses in which an item is done, except that it may be returned: it can be erased. */
export const endedStatuses: readonly ItemStatus[] = [
  'SUPPRESSED',
  'COMPLETED',
  'RETURNED',
  'NOT_SENT',
  'FAILED',
  'CANCELLED',
]

/** Statuses whose price is reserved on the account: from READY until it is captured or released. */
export const reservedStatuses: readonly ItemStatus[] = ['READY', 'SCHEDULED']
/** Statuses whose price is captured. */
export const capturedStatuses: readonly ItemStatus[] = [
  'IN_PRODUCTION',
  'HANDED_TO_CARRIER',
  'COMPLETED',
  'RETURNED',
]

/** `NEEDS_ATTENTION` → `item.needs_attention`. */
export const itemEventType = (status: ItemStatus): `item.${string}` => `item.${status.toLowerCase()}`

export interface HistoryEntry {
  status: ItemStatus
  /** ms on the clock of the item's mode. */
  at: number
  heldReason?: HeldReason
  /** A sentence where the status alone does not give the reason. */
  reason?: string
  /** What was decided about the item, where that moved it here, and by whom. */
  decision?: ItemDecision
  by?: ActorThen
}

export const itemsTable = defineTable(
  'items',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    /** Exactly one of the two is set. */
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
    /** `name`, or else `companyName`: what lists sort and search by. */
    recipientName: text(),
    recipientCountry: text(),
    /**
     * In capitals, without spaces and hyphens; null where there is none or it is erased. `saveItem` and
     * `insertItems` maintain it.
     */
    recipientPostalCode: textOrNull(),
    /**
     * The keys of version 1, which servers of 0.2.0 look up: the address, and a checksum of mailing,
     * address and name. `saveItem` and `insertItems` maintain all keys.
     */
    addressKey: text(),
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
    /** The 1-based place in the run's package, set when it is rendered. */
    sequence: integerOrNull(),
    cancellableUntil: integerOrNull(),
    /** A copy of the entry that suppressed it, since entries change and are removed. */
    suppression: jsonOrNull<ItemSuppression>(),
    trackingCode: text(),
    scanCount: integer(),
    /** The item that this one reprints, and the one that reprints this one. */
    reprintOf: textOrNull(),
    reprintedAs: textOrNull(),
    priceCents: integer(),
    currency: text(),
    history: json<HistoryEntry[]>(),
    /** The day `YYYY-MM-DD`, in the organisation's time zone, under which its current status is counted. */
    createdDay: text(),
    /** The real times at which the erasure of its recipient was requested and completed. */
    erasureRequestedAt: integerOrNull(),
    erasedAt: integerOrNull(),
    revision: integer(),
    createdAt: integer(),
    updatedAt: integer(),
    /** The version of its specification that it was sold under; null is 1. */
    specificationVersion: integerOrNull(),
    /** The price list and the country zone that its price was taken from; null before 0.3.0. */
    priceListId: textOrNull(),
    priceZone: textOrNull(),
    /** The cost centre that it is charged to; null where it has none. */
    billingGroup: textOrNull(),
    /** The line of the API key that created it; null where a person, a list or a connector did. */
    apiKeyId: textOrNull(),
    /** The month `YYYY-MM` whose spending its price is part of, and the line of keys; null where it is of none. */
    spentMonth: textOrNull(),
    spentKeyId: textOrNull(),
    /** When it was rejected, ms on the clock of its mode; null where it was not, or before 0.3.0. */
    rejectedAt: integerOrNull(),
    /** The rejected item that this one is a corrected copy of, and the copy that was made of this one last. */
    correctionOf: textOrNull(),
    correctedAs: textOrNull(),
    /**
     * True where it is sent only once it is approved, whatever its Postflow asks by then. Null where a version
     * before 0.3.0 created it (`requiresApproval`).
     */
    approvalRequired: booleanOrNull(),
    /**
     * The normalised address; '' once it is erased, null where a server of 0.2.0 wrote it, until
     * `items.renewKeys` derives the keys.
     */
    addressKeyV2: textOrNull(),
    /**
     * A checksum of mailing, address and name, by which duplicates are found (`save.ts`); null once the
     * item reaches no recipient.
     */
    duplicateKeyV2: textOrNull(),
    /** The `updatedAt` of the write that derived the keys of version 2. */
    keyedAt: integerOrNull(),
    /**
     * A key for each code of its warning findings, and `any`; the values are ''. Null where it has no warnings.
     * `saveItem` and `insertItems` maintain it.
     */
    warnings: jsonOrNull<Record<string, string>>(),
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
      ['organisationId', 'mode', 'addressKeyV2'],
      ['organisationId', 'mode', 'advertisingCategory'],
    ],
    // Few items wait for funds, and a release looks up the oldest of them.
    sparse: [
      ['organisationId', 'mode', 'heldReason', 'createdAt'],
      ['organisationId', 'mode', 'duplicateKey', 'createdAt'],
      ['organisationId', 'mode', 'duplicateKeyV2', 'createdAt'],
      ['organisationId', 'mode', 'recipientPostalCode', 'createdAt'],
      ['organisationId', 'mode', 'billingGroup', 'createdAt'],
      ['organisationId', 'mode', 'rejectedAt'],
    ],
    folded: ['recipientName'],
    labelled: ['metadata', 'warnings'],
  },
)
export type ItemRow = RowOf<typeof itemsTable>

/** The codes of the warnings among the findings, each once, in the order of the alphabet. */
export const warningCodes = (findings: readonly Finding[]): string[] =>
  findings.length === 0
    ? []
    : [...new Set(findings.filter(({ severity }) => severity === 'warning').map(({ code }) => code))].sort()

/** Refers to an item's mailing: exactly one of the two is set. */
export type MailingRef = Pick<ItemRow, 'postflowId' | 'postbatchId'>
