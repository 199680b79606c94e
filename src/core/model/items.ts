import type { Recipient } from '../address/schema.ts'
import type { Finding } from '../kernel/finding.ts'
import { defineLifecycle } from '../kernel/lifecycle.ts'
import type { Mode } from '../kernel/mode.ts'
import {
  boolean,
  booleanOrNull,
  type Column,
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

/** Every entry into a status emits its event (docs/send-mail.md#items). */
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
 * A PATCH revalidates in every status before SCHEDULED, so each may lead to every validation outcome. HELD →
 * HELD changes the reason. From the cutoff on, an item moves only with its run.
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

/** A PATCH revalidates in these statuses; later ones answer 409. */
export const editableStatuses: readonly ItemStatus[] = [
  'CREATED',
  'NEEDS_ATTENTION',
  'PENDING_APPROVAL',
  'HELD',
  'READY',
]

/** Final, apart from a return: the item can be erased. */
export const endedStatuses: readonly ItemStatus[] = [
  'SUPPRESSED',
  'COMPLETED',
  'RETURNED',
  'NOT_SENT',
  'FAILED',
  'CANCELLED',
]

/** The price is reserved in these statuses, until capture or release. */
export const reservedStatuses: readonly ItemStatus[] = ['READY', 'SCHEDULED']
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
  /** In ms on the clock of the item's mode. */
  at: number
  heldReason?: HeldReason
  /** Set if the status alone doesn't give it. */
  reason?: string
  /** Decision that moved the item here, and its author. */
  decision?: ItemDecision
  by?: RecordedActor
}

/**
 * The columns by kind. The kind decides what an erasure clears, what is hidden from callers without
 * `items.read`, what copies of a mailing keep, and which nullable columns are null in a new item.
 */
const columns = {
  /** Ids, mailing, product, price and country. */
  base: {
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
    recipientCountry: text(),
    /** `YYYY-MM-DD`, earliest day of production. */
    sendOn: textOrNull(),
    trackingCode: text(),
    priceCents: integer(),
    currency: text(),
    /** `YYYY-MM-DD` in the organisation's time zone; its status is counted under this day. */
    createdDay: text(),
    createdAt: integer(),
    /** Version under which it was sold; null is 1. */
    specificationVersion: integerOrNull(),
    /** Price list and zone of its price; null before 0.3.0. */
    priceListId: textOrNull(),
    priceZone: textOrNull(),
    /** Null for users, imports and connectors. */
    apiKeyId: textOrNull(),
    /** The rejected item that this one corrects. */
    correctionOf: textOrNull(),
    /** True if approval is needed whatever the Postflow's setting. Null before 0.3.0 (`requiresApproval`). */
    approvalRequired: booleanOrNull(),
  },
  /** Set by later steps. Null at first if nullable. */
  state: {
    status: text<ItemStatus>(),
    heldReason: textOrNull<HeldReason>(),
    approvedAt: integerOrNull(),
    runId: textOrNull(),
    /** 1-based position in the run's package, set by rendering. */
    sequence: integerOrNull(),
    cancellableUntil: integerOrNull(),
    scanCount: integer(),
    /** The reprinted item, and the reprint of this item. */
    reprintOf: textOrNull(),
    reprintedAs: textOrNull(),
    /** Real times of the request for its erasure and of the completion. */
    erasureRequestedAt: integerOrNull(),
    erasedAt: integerOrNull(),
    revision: integer(),
    updatedAt: integer(),
    /** Month `YYYY-MM` of its spending, and key line; null if it counts towards none. */
    spentMonth: textOrNull(),
    spentKeyId: textOrNull(),
    /** In ms on the clock of its mode; null if it was not rejected, or before 0.3.0. */
    rejectedAt: integerOrNull(),
    /** The latest correction of this item. */
    correctedAs: textOrNull(),
  },
  /** Written by the caller. Erased, hidden, copied. */
  content: {
    recipient: json<Recipient>(),
    data: json<Record<string, string>>(),
    reference: textOrNull(),
    metadata: jsonOrNull<Record<string, string>>(),
  },
  /** Chosen by the caller, without personal data. Copied. */
  option: {
    /** The sender accepts an address that the rules doubt. */
    addressOverride: boolean(),
    billingGroup: textOrNull(),
  },
  /**
   * May quote the content. Hidden; null at first if nullable. Erased, except that `history` loses only its
   * reasons.
   */
  result: {
    findings: json<Finding[]>(),
    /** A copy, since entries change and are removed. */
    suppression: jsonOrNull<ItemSuppression>(),
    history: json<HistoryEntry[]>(),
  },
  /** Computed from the content when the item is saved. Erased; null at first if nullable. */
  derived: {
    /** `name`, or else `companyName`, for sorting and search. */
    recipientName: text(),
    /** Upper case, without spaces and hyphens. Maintained by `saveItem` and `insertItems`. */
    recipientPostalCode: textOrNull(),
    /**
     * Keys of version 1 for servers of 0.2.0: the address, and a checksum of mailing, address and name.
     * `saveItem` and `insertItems` maintain all keys.
     */
    addressKey: text(),
    duplicateKey: textOrNull(),
    /** '' once erased, null if a server of 0.2.0 wrote it, until `items.renewKeys` derives the keys. */
    addressKeyV2: textOrNull(),
    /** Checksum to find duplicates (`save.ts`); null once the item reaches no recipient. */
    duplicateKeyV2: textOrNull(),
    /** The `updatedAt` of the write that derived the keys of version 2. */
    keyedAt: integerOrNull(),
    /**
     * A key per code of its warning findings, and `any`; values are ''. Null without warnings. Maintained by
     * `saveItem` and `insertItems`.
     */
    warnings: jsonOrNull<Record<string, string>>(),
  },
}
type Kind = keyof typeof columns
type NamesOf<K extends Kind> = { [One in K]: keyof (typeof columns)[One] }[K]

export const itemsTable = defineTable(
  'items',
  'mode',
  {
    ...columns.base,
    ...columns.state,
    ...columns.content,
    ...columns.option,
    ...columns.result,
    ...columns.derived,
  } satisfies Record<NamesOf<Kind>, Column>,
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

type Nullable = { [C in keyof ItemRow]: null extends ItemRow[C] ? C : never }[keyof ItemRow]

/** Returns the names of the columns of these kinds. */
export const namesOf = <K extends Kind>(...kinds: K[]) =>
  kinds.flatMap((kind) => Object.keys(columns[kind])) as NamesOf<K>[]

const nullsOf = <K extends Kind>(...kinds: K[]) => {
  const names = namesOf(...(kinds as Kind[]))
  const nullable = names.filter((name) => itemsTable.columns[name].nullable)
  return Object.fromEntries(nullable.map((name) => [name, null])) as Record<NamesOf<K> & Nullable, null>
}

/** Nullable columns that a new item or a reprint starts without. */
export const unsetColumns = nullsOf('result', 'derived', 'state')

/** Nullable columns that an erasure clears, and the others, which need a value. */
export const erasedColumns = nullsOf('content', 'result', 'derived')
export type ErasedRequired = Omit<
  Pick<ItemRow, NamesOf<'content' | 'result' | 'derived'>>,
  keyof typeof erasedColumns
>

/** Nullable columns that callers without `items.read` don't see. */
export const hiddenColumns = nullsOf('content', 'result')

const pick = <C extends keyof ItemRow>(item: Pick<ItemRow, C>, names: readonly C[]) =>
  Object.fromEntries(names.map((name) => [name, item[name]])) as Pick<ItemRow, C>

const contentColumns = namesOf('content')
type Content = Pick<ItemRow, NamesOf<'content'>>
export const contentOf = (item: Content): Content => pick(item, contentColumns)

const copiedColumns = namesOf('content', 'option')
/** Returns the columns that copies of a mailing keep. */
export const copiedOf = (item: ItemRow): Pick<ItemRow, NamesOf<'content' | 'option'>> =>
  pick(item, copiedColumns)

/** Returns the distinct codes of warnings, sorted. */
export const warningCodes = (findings: readonly Finding[]): string[] =>
  findings.length === 0
    ? []
    : [...new Set(findings.filter(({ severity }) => severity === 'warning').map(({ code }) => code))].sort()

/** Exactly one is set. */
export type MailingRef = Pick<ItemRow, 'postflowId' | 'postbatchId'>
