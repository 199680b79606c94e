import type { Schemas } from '../../../api/client.ts'
import { session } from '../../../api/session.svelte.ts'
import type { Selection } from '../../../ui/selection.svelte.ts'

export type Item = Schemas['Item']
export type ItemAction = Schemas['ItemAction']
export type Kind = Schemas['ItemActionKind']
type ItemStatus = Schemas['ItemStatus']
type Counts = Schemas['ItemCounts']

/** As many as one action takes that were chosen one by one, and as many as match its filters. */
const most = { chosen: 10_000, matching: 1_000_000 }
export const mostOf = (selection: Selection<Item>): number =>
  selection.all === undefined ? most.chosen : most.matching

/** The statuses in which something can be done to an item, in the order in which buttons offer it. */
const suited: Readonly<Record<Kind, readonly ItemStatus[]>> = {
  APPROVE: ['PENDING_APPROVAL'],
  REJECT: ['PENDING_APPROVAL'],
  REPRINT: ['HANDED_TO_CARRIER', 'COMPLETED', 'RETURNED', 'NOT_SENT', 'FAILED'],
  CANCEL: ['NEEDS_ATTENTION', 'PENDING_APPROVAL', 'HELD', 'READY', 'SCHEDULED'],
}

/** Whether the person may do this to items. */
export const may = (kind: Kind): boolean =>
  session.can('items.write') || (session.can('items.approve') && (kind === 'APPROVE' || kind === 'REJECT'))

/** What the person may do to items. */
export const allowedKinds = (): Kind[] => (Object.keys(suited) as Kind[]).filter(may)

/** Whether the person may do something with any of the items that are listed, of one status or of all. */
export const isAnySuited = (counts: Counts | undefined, status: ItemStatus | null): boolean =>
  allowedKinds()
    .flatMap((kind) => suited[kind])
    .some((one) => (status === null || status === one) && (counts?.byStatus[one] ?? 0) > 0)

const suits = (kind: Kind, { status, reprintedAsItemId, erasure }: Item): boolean =>
  suited[kind].includes(status) && (kind !== 'REPRINT' || (reprintedAsItemId === null && erasure === null))

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
  selection: Selection<Item>,
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

export const isUnderWay = ({ status }: ItemAction): boolean => status === 'PENDING' || status === 'PROCESSING'
