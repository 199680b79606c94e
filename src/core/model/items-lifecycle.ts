import { defineLifecycle } from '../kernel/lifecycle.ts'

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
