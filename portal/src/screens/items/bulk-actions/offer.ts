import type { components } from '../../../api/types.gen.ts'

type Schemas = components['schemas']
export type Item = Schemas['Item']
export type Kind = Schemas['ItemActionKind']
export type ItemStatus = Schemas['ItemStatus']
export type Counts = Schemas['ItemCounts']

/** Statuses that allow each action, in the order of the buttons. */
export const suited: Readonly<Record<Kind, readonly ItemStatus[]>> = {
  APPROVE: ['PENDING_APPROVAL'],
  REJECT: ['PENDING_APPROVAL'],
  REPRINT: ['HANDED_TO_CARRIER', 'COMPLETED', 'RETURNED', 'NOT_SENT', 'FAILED'],
  CANCEL: ['NEEDS_ATTENTION', 'PENDING_APPROVAL', 'HELD', 'READY', 'SCHEDULED'],
}

/** Whether an action is a decision, which applies only to the revisions that were shown. */
export const isDecision = (kind: Kind): boolean => kind === 'APPROVE' || kind === 'REJECT'

const suits = (kind: Kind, { status, reprintedAsItemId, erasure }: Item): boolean =>
  suited[kind].includes(status) && (kind !== 'REPRINT' || (reprintedAsItemId === null && erasure === null))

/** The selection: shown rows, or `all` with the number of matches. */
interface Chosen {
  readonly all: number | undefined
  chosen(rows: readonly Item[]): Item[]
}

/** An action for the suitable items of the selection. */
export interface Offer {
  kind: Kind
  /** Number of suitable items. */
  count: number
  /** Number of unsuitable items. */
  others: number
  /** Total price of the suitable items; undefined if not all are loaded. */
  cents: number | undefined
  currency: string
  body: Pick<
    Schemas['ItemActionCreate'],
    'ids' | 'revisions' | 'filters' | 'expectedCount' | 'expectedFingerprint'
  >
}

/** The list's status, and its other filters in API form. */
export interface Filters {
  status: ItemStatus | null
  others: Readonly<Record<string, string>>
}

/** The loaded rows, and what is known of all matches. */
interface Listed {
  rows: readonly Item[]
  counts: Counts | undefined
  /** Counts of waiting items with their fingerprint. */
  waiting: Counts | undefined
  filters: Filters
}

export const offerOf = (kind: Kind, selection: Chosen, { rows, counts, waiting, filters }: Listed): Offer => {
  const currency = rows[0]?.currency ?? 'EUR'
  if (selection.all === undefined) {
    const chosen = selection.chosen(rows)
    const able = chosen.filter((item) => suits(kind, item))
    const cents = able.reduce((sum, { priceCents }) => sum + priceCents, 0)
    const revisions = isDecision(kind) ? { revisions: able.map(({ revision }) => revision) } : {}
    const body = { ids: able.map(({ id }) => id), ...revisions }
    return { kind, count: able.length, others: chosen.length - able.length, cents, currency, body }
  }
  const statuses = suited[kind].filter((status) => filters.status === null || filters.status === status)
  const seen = isDecision(kind) ? waiting : undefined
  const count = statuses.reduce((sum, status) => sum + ((seen ?? counts)?.byStatus[status] ?? 0), 0)
  const body = {
    filters: { ...filters.others, 'filter[status][in]': statuses.join() },
    expectedCount: count,
    ...(seen?.fingerprint ? { expectedFingerprint: seen.fingerprint } : {}),
  }
  return { kind, count, others: Math.max(0, selection.all - count), cents: undefined, currency, body }
}
