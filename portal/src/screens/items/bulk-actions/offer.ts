import type { components } from '../../../api/types.gen.ts'

type Schemas = components['schemas']
export type Item = Schemas['Item']
export type Kind = Schemas['ItemActionKind']
export type ItemStatus = Schemas['ItemStatus']
export type Counts = Schemas['ItemCounts']

/** The statuses in which something can be done to an item, in the order in which buttons offer it. */
export const suited: Readonly<Record<Kind, readonly ItemStatus[]>> = {
  APPROVE: ['PENDING_APPROVAL'],
  REJECT: ['PENDING_APPROVAL'],
  REPRINT: ['HANDED_TO_CARRIER', 'COMPLETED', 'RETURNED', 'NOT_SENT', 'FAILED'],
  CANCEL: ['NEEDS_ATTENTION', 'PENDING_APPROVAL', 'HELD', 'READY', 'SCHEDULED'],
}

const suits = (kind: Kind, { status, reprintedAsItemId, erasure }: Item): boolean =>
  suited[kind].includes(status) && (kind !== 'REPRINT' || (reprintedAsItemId === null && erasure === null))

/** What a person chose: rows that are shown, or `all`, the number of those that match. */
interface Chosen {
  readonly all: number | undefined
  chosen(rows: readonly Item[]): Item[]
}

/** What is done to those of the chosen items that it can be done to. */
export interface Offer {
  kind: Kind
  /** How many those are. */
  count: number
  /** How many are chosen that it cannot be done to. */
  others: number
  /** What they cost together; undefined where they were not all read. */
  cents: number | undefined
  currency: string
  body: Pick<Schemas['ItemActionCreate'], 'ids' | 'revisions' | 'filters' | 'expectedCount'>
}

/** The filters of the list, as the API takes them, and the status among them. */
export interface Filters {
  status: ItemStatus | null
  others: Readonly<Record<string, string>>
}

export const offerOf = (
  kind: Kind,
  selection: Chosen,
  { rows, counts, filters }: { rows: readonly Item[]; counts: Counts | undefined; filters: Filters },
): Offer => {
  const currency = rows[0]?.currency ?? 'EUR'
  if (selection.all === undefined) {
    const chosen = selection.chosen(rows)
    const able = chosen.filter((item) => suits(kind, item))
    const cents = able.reduce((sum, { priceCents }) => sum + priceCents, 0)
    // Only a decision is about what was seen; what else has changed is refused by its own reason.
    const decides = kind === 'APPROVE' || kind === 'REJECT'
    const revisions = decides ? { revisions: able.map(({ revision }) => revision) } : {}
    const body = { ids: able.map(({ id }) => id), ...revisions }
    return { kind, count: able.length, others: chosen.length - able.length, cents, currency, body }
  }
  const statuses = suited[kind].filter((status) => filters.status === null || filters.status === status)
  const count = statuses.reduce((sum, status) => sum + (counts?.byStatus[status] ?? 0), 0)
  const body = {
    filters: { ...filters.others, 'filter[status][in]': statuses.join() },
    expectedCount: count,
  }
  return { kind, count, others: Math.max(0, selection.all - count), cents: undefined, currency, body }
}
