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
import type { RecordedActor } from './audit.ts'
import type { ItemSuppression } from './suppressions.ts'

/**
 * Names of item events in upper snake case: every entry into a status emits its event
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

/** Decisions of a user about an item pending approval. */
export const itemDecisions = ['APPROVED', 'REJECTED'] as const
export type ItemDecision = (typeof itemDecisions)[number]

export const heldReasons = ['POSTFLOW_PAUSED', 'INSUFFICIENT_FUNDS', 'APPROVAL_MODE', 'SPENDING_CAP'] as const
export type HeldReason = (typeof heldReasons)[number]

const validated = ['NEEDS_ATTENTION', 'SUPPRESSED', 'PENDING_APPROVAL', 'HELD', 'READY', 'CANCELLED'] as const

/**
 * The complete lifecycle. A PATCH revalidates in every status before SCHEDULED, so each may lead to every
 * validation outcome. HELD → HELD changes the reason. From the cutoff on, an item moves only with its run.
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

/** Final statuses, apart from a return: the item can be erased. */
export const endedStatuses: readonly ItemStatus[] = [
  'SUPPRESSED',
  'COMPLETED',
  'RETURNED',
  'NOT_SENT',
  'FAILED',
  'CANCELLED',
]

/** Statuses with a reserved price: from READY until capture or release. */
export const reservedStatuses: readonly ItemStatus[] = ['READY', 'SCHEDULED']
/** Statuses with a captured price. */
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
  /** Reason, if the status alone doesn't give it. */
  reason?: string
  /** Decision that moved the item here, and its author. */
  decision?: ItemDecision
  by?: RecordedActor
}

export const itemsTable = defineTable(
  'items',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    /** Exactly one is set. */
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
    /** `name`, or else `companyName`, for sorting and search. */
    recipientName: text(),
    recipientCountry: text(),
    /**
     * Upper case, without spaces and hyphens; null if there is none or it was erased. Maintained by
     * `saveItem` and `insertItems`.
     */
    recipientPostalCode: textOrNull(),
    /**
     * Keys of version 1 for servers of 0.2.0: the address, and a checksum of mailing, address and name.
     * `saveItem` and `insertItems` maintain all keys.
     */
    addressKey: text(),
    duplicateKey: textOrNull(),
    /** The sender accepts an address that the rules doubt. */
    addressOverride: boolean(),
    data: json<Record<string, string>>(),
    /** The caller's reference. */
    reference: textOrNull(),
    metadata: jsonOrNull<Record<string, string>>(),
    /** `YYYY-MM-DD`, earliest day of production. */
    sendOn: textOrNull(),
    approvedAt: integerOrNull(),
    runId: textOrNull(),
    /** 1-based position in the run's package, set by rendering. */
    sequence: integerOrNull(),
    cancellableUntil: integerOrNull(),
    /** Copy of the matching suppression entry, since entries change and are removed. */
    suppression: jsonOrNull<ItemSuppression>(),
    trackingCode: text(),
    scanCount: integer(),
    /** The reprinted item, and the reprint of this item. */
    reprintOf: textOrNull(),
    reprintedAs: textOrNull(),
    priceCents: integer(),
    currency: text(),
    history: json<HistoryEntry[]>(),
    /** Day `YYYY-MM-DD` in the organisation's time zone under which its status is counted. */
    createdDay: text(),
    /** Real times at which its erasure was requested and completed. */
    erasureRequestedAt: integerOrNull(),
    erasedAt: integerOrNull(),
    revision: integer(),
    createdAt: integer(),
    updatedAt: integer(),
    /** Version of the specification it was sold under; null is 1. */
    specificationVersion: integerOrNull(),
    /** Price list and country zone of its price; null before 0.3.0. */
    priceListId: textOrNull(),
    priceZone: textOrNull(),
    /** Cost centre; null if none. */
    billingGroup: textOrNull(),
    /** Key line that created it; null for users, imports and connectors. */
    apiKeyId: textOrNull(),
    /** Month `YYYY-MM` of its spending, and key line; null if it counts towards none. */
    spentMonth: textOrNull(),
    spentKeyId: textOrNull(),
    /** When it was rejected, ms on the clock of its mode; null if it was not, or before 0.3.0. */
    rejectedAt: integerOrNull(),
    /** The rejected item that this one corrects, and the latest correction of this one. */
    correctionOf: textOrNull(),
    correctedAs: textOrNull(),
    /**
     * True if it needs approval regardless of its Postflow's present setting. Null before 0.3.0
     * (`requiresApproval`).
     */
    approvalRequired: booleanOrNull(),
    /**
     * Normalised address; '' once erased, null if a server of 0.2.0 wrote it, until `items.renewKeys` derives
     * the keys.
     */
    addressKeyV2: textOrNull(),
    /**
     * Checksum of mailing, address and name, to find duplicates (`save.ts`); null once the item reaches no
     * recipient.
     */
    duplicateKeyV2: textOrNull(),
    /** The `updatedAt` of the write that derived the keys of version 2. */
    keyedAt: integerOrNull(),
    /**
     * A key per code of its warning findings, and `any`; values are ''. Null without warnings. Maintained by
     * `saveItem` and `insertItems`.
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

/** Returns the distinct codes of warnings, sorted. */
export const warningCodes = (findings: readonly Finding[]): string[] =>
  findings.length === 0
    ? []
    : [...new Set(findings.filter(({ severity }) => severity === 'warning').map(({ code }) => code))].sort()

/** An item's mailing: exactly one is set. */
export type MailingRef = Pick<ItemRow, 'postflowId' | 'postbatchId'>
