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

/** Only a decision is about what was seen; what else has changed is refused by its own reason. */
export const isDecision = (kind: Kind): boolean => kind === 'APPROVE' || kind === 'REJECT'

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
  body: Pick<
    Schemas['ItemActionCreate'],
    'ids' | 'revisions' | 'filters' | 'expectedCount' | 'expectedFingerprint'
  >
}

/** The filters of the list, as the API takes them, and the status among them. */
export interface Filters {
  status: ItemStatus | null
  others: Readonly<Record<string, string>>
}

/** What the list shows, and what is known of all that match. */
interface Listed {
  rows: readonly Item[]
  counts: Counts | undefined
  /** Of the items that wait for a decision, with their fingerprint. */
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
