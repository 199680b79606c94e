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

/** Reserved from READY until capture or release. */
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
  /** If the status alone doesn't give it. */
  reason?: string
  /** Decision that moved the item here, and its author. */
  decision?: ItemDecision
  by?: RecordedActor
}

/**
 * Every column declares its kind, from which follows what an erasure removes, what callers without
 * `items.read` don't see, what copies of a mailing keep, and what a new item starts without:
 *
 * - `content`: written by the caller. Erased, hidden, copied.
 * - `option`: chosen by the caller, without personal data. Copied.
 * - `result`: may quote the content. Erased, hidden, null at first.
 * - `derived`: computed from the content when the item is saved. Erased, null at first.
 * - `base`: ids, mailing, product, price and country. Kept.
 * - `state`: set by later steps. Kept, null at first.
 */
type Kind = 'content' | 'option' | 'result' | 'derived' | 'base' | 'state'
interface ItemColumn<K extends Kind = Kind, T = unknown> extends Column<T> {
  of: K
}
const kind =
  <K extends Kind>(of: K) =>
  <T>(column: Column<T>): ItemColumn<K, T> => ({ ...column, of })
const content = kind('content')
const option = kind('option')
const result = kind('result')
const derived = kind('derived')
const base = kind('base')
const state = kind('state')

const columns = {
  id: base(text()),
  organisationId: base(text()),
  mode: base(text<Mode>()),
  /** Exactly one is set. */
  postflowId: base(textOrNull()),
  postbatchId: base(textOrNull()),
  templateVersionId: base(text()),
  productId: base(text()),
  specificationId: base(text()),
  advertisingCategory: base(textOrNull()),
  status: state(text<ItemStatus>()),
  heldReason: state(textOrNull<HeldReason>()),
  findings: result(json<Finding[]>()),
  recipient: content(json<Recipient>()),
  /** `name`, or else `companyName`, for sorting and search. */
  recipientName: derived(text()),
  recipientCountry: base(text()),
  /** Upper case, without spaces and hyphens. Maintained by `saveItem` and `insertItems`. */
  recipientPostalCode: derived(textOrNull()),
  /**
   * Keys of version 1 for servers of 0.2.0: the address, and a checksum of mailing, address and name.
   * `saveItem` and `insertItems` maintain all keys.
   */
  addressKey: derived(text()),
  duplicateKey: derived(textOrNull()),
  /** The sender accepts an address that the rules doubt. */
  addressOverride: option(boolean()),
  data: content(json<Record<string, string>>()),
  reference: content(textOrNull()),
  metadata: content(jsonOrNull<Record<string, string>>()),
  /** `YYYY-MM-DD`, earliest day of production. */
  sendOn: base(textOrNull()),
  approvedAt: state(integerOrNull()),
  runId: state(textOrNull()),
  /** 1-based position in the run's package, set by rendering. */
  sequence: state(integerOrNull()),
  cancellableUntil: state(integerOrNull()),
  /** A copy, since entries change and are removed. */
  suppression: result(jsonOrNull<ItemSuppression>()),
  trackingCode: base(text()),
  scanCount: state(integer()),
  /** The reprinted item, and the reprint of this item. */
  reprintOf: state(textOrNull()),
  reprintedAs: state(textOrNull()),
  priceCents: base(integer()),
  currency: base(text()),
  history: result(json<HistoryEntry[]>()),
  /** `YYYY-MM-DD` in the organisation's time zone; its status is counted under this day. */
  createdDay: base(text()),
  /** Real times of the request for its erasure and of the completion. */
  erasureRequestedAt: state(integerOrNull()),
  erasedAt: state(integerOrNull()),
  revision: state(integer()),
  createdAt: base(integer()),
  updatedAt: state(integer()),
  /** Version under which it was sold; null is 1. */
  specificationVersion: base(integerOrNull()),
  /** Price list and zone of its price; null before 0.3.0. */
  priceListId: base(textOrNull()),
  priceZone: base(textOrNull()),
  billingGroup: option(textOrNull()),
  /** Null for users, imports and connectors. */
  apiKeyId: base(textOrNull()),
  /** Month `YYYY-MM` of its spending, and key line; null if it counts towards none. */
  spentMonth: state(textOrNull()),
  spentKeyId: state(textOrNull()),
  /** In ms on the clock of its mode; null if it was not rejected, or before 0.3.0. */
  rejectedAt: state(integerOrNull()),
  /** The rejected item that this one corrects, and the latest correction of this one. */
  correctionOf: base(textOrNull()),
  correctedAs: state(textOrNull()),
  /** Needs approval regardless of its Postflow's present setting. Null before 0.3.0 (`requiresApproval`). */
  approvalRequired: base(booleanOrNull()),
  /** '' once erased, null if a server of 0.2.0 wrote it, until `items.renewKeys` derives the keys. */
  addressKeyV2: derived(textOrNull()),
  /** Checksum to find duplicates (`save.ts`); null once the item reaches no recipient. */
  duplicateKeyV2: derived(textOrNull()),
  /** The `updatedAt` of the write that derived the keys of version 2. */
  keyedAt: derived(integerOrNull()),
  /**
   * A key per code of its warning findings, and `any`; values are ''. Null without warnings. Maintained by
   * `saveItem` and `insertItems`.
   */
  warnings: derived(jsonOrNull<Record<string, string>>()),
} satisfies Record<string, ItemColumn>

export const itemsTable = defineTable('items', 'mode', columns, {
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
})
export type ItemRow = RowOf<typeof itemsTable>

type Columns = typeof columns
type NamesOf<K extends Kind> = { [C in keyof Columns]: Columns[C]['of'] extends K ? C : never }[keyof Columns]
type NullableOf<K extends Kind> = { [C in NamesOf<K>]: null extends ItemRow[C] ? C : never }[NamesOf<K>]
/** The columns of these kinds that can't be null. */
type RequiredOf<K extends Kind> = Pick<ItemRow, Exclude<NamesOf<K>, NullableOf<K>>>

export const namesOf = <K extends Kind>(...kinds: K[]): NamesOf<K>[] =>
  (Object.keys(columns) as NamesOf<K>[]).filter((name) => kinds.some((one) => one === columns[name].of))

const nullsOf = <K extends Kind>(...kinds: K[]) => {
  const names = namesOf(...kinds).filter((name) => columns[name].nullable)
  return Object.fromEntries(names.map((name) => [name, null])) as Record<NullableOf<K>, null>
}

/** Nullable columns that a new item or a reprint starts without. */
export const unsetColumns = nullsOf('result', 'derived', 'state')

/** Nullable columns that an erasure clears, and the others, which need a value. */
export const erasedColumns = nullsOf('content', 'result', 'derived')
export type ErasedRequired = RequiredOf<'content' | 'result' | 'derived'>

/** Nullable columns that callers without `items.read` don't see. */
export const hiddenColumns = nullsOf('content', 'result')

const pick = <C extends keyof ItemRow>(item: Pick<ItemRow, C>, names: readonly C[]) =>
  Object.fromEntries(names.map((name) => [name, item[name]])) as Pick<ItemRow, C>

const contentColumns = namesOf('content')
type Content = Pick<ItemRow, NamesOf<'content'>>
export const contentOf = (item: Content): Content => pick(item, contentColumns)

const copiedColumns = namesOf('content', 'option')
/** What copies of a mailing keep. */
export const copiedOf = (item: ItemRow): Pick<ItemRow, NamesOf<'content' | 'option'>> =>
  pick(item, copiedColumns)

/** Distinct and sorted. */
export const warningCodes = (findings: readonly Finding[]): string[] =>
  findings.length === 0
    ? []
    : [...new Set(findings.filter(({ severity }) => severity === 'warning').map(({ code }) => code))].sort()

/** Exactly one is set. */
export type MailingRef = Pick<ItemRow, 'postflowId' | 'postbatchId'>
