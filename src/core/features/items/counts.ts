import type { ModeScope } from '../../engine/caller.ts'
import { type Condition, conditionsOf, oneOf, type Where } from '../../kernel/query.ts'
import { statusCounter } from '../../model/analytics.ts'
import { itemLimits } from '../../model/item-limits.ts'
import { type ItemRow, type ItemStatus, itemStatuses } from '../../model/items.ts'
import type { Rows } from '../../ports/store.ts'

export interface ItemNumbers {
  byStatus: Record<ItemStatus, number>
  totalCount: number
  isCapped: boolean
}

/**
 * Counts matching items by status. Whole organisations, Postflows and Postbatches are read from the rollups,
 * at a cost that depends on days. With other filters, the newest items are counted, up to `most`.
 */
export const countItems = async (
  rows: Rows,
  scope: ModeScope,
  where: Where<ItemRow>,
  most: number = itemLimits.countedItems,
): Promise<ItemNumbers> => {
  const conditions = conditionsOf(where)
  const subjects = subjectsOf(scope, conditions)
  if (subjects) {
    const counted = await rolledUp(rows, scope, subjects)
    return numbersOf((status) => (keeps(conditions, status) ? counted(status) : 0))
  }
  const found = await rows.items.tally(scope, where, {
    by: 'status',
    order: [{ field: 'createdAt', descending: true }],
    limit: most,
  })
  return numbersOf((status) => found.get(status) ?? 0, most)
}

interface Subjects {
  grain: 'organisation' | 'postflow' | 'postbatch' | 'billingGroup'
  ids: readonly string[]
}

/** Returns the subjects whose rollups have the numbers; undefined if the filters go beyond rollups. */
const subjectsOf = (scope: ModeScope, conditions: readonly Condition[]): Subjects | undefined => {
  const others = conditions.filter(({ field }) => field !== 'status')
  if (others.length === 0) return { grain: 'organisation', ids: [scope.organisationId] }
  const [only, ...more] = others
  const grain = only && grains[only.field]
  if (!grain || more.length > 0) return undefined
  if (only.op === 'eq' && only.value !== null) return { grain, ids: [only.value as string] }
  if (only.op === 'in') return { grain, ids: only.value as string[] }
  return undefined
}

const grains: Readonly<Record<string, Subjects['grain']>> = {
  postflowId: 'postflow',
  postbatchId: 'postbatch',
  billingGroup: 'billingGroup',
}

const rolledUp = async (rows: Rows, scope: ModeScope, { grain, ids }: Subjects) => {
  const days = await rows.analyticsDays.find(scope, { grain, subjectId: oneOf(ids) })
  return (status: ItemStatus) => days.reduce((sum, day) => sum + day[statusCounter[status]], 0)
}

/** Whether the status filters include this status. */
const keeps = (conditions: readonly Condition[], status: ItemStatus): boolean =>
  conditions.every(({ field, op, value }) => {
    if (field !== 'status') return true
    if (op === 'eq') return value === status
    if (op === 'ne') return value !== status
    const isListed = (value as readonly unknown[]).includes(status)
    return op === 'in' ? isListed : !isListed
  })

const numbersOf = (count: (status: ItemStatus) => number, most = Number.POSITIVE_INFINITY): ItemNumbers => {
  const byStatus = Object.fromEntries(itemStatuses.map((status) => [status, count(status)])) as Record<
    ItemStatus,
    number
  >
  const totalCount = Object.values(byStatus).reduce((sum, one) => sum + one, 0)
  return { byStatus, totalCount, isCapped: totalCount >= most }
}

/** Columns that make up a fingerprint, in order. */
export const fingerprintColumns = ['revision', 'updatedAt'] as const

/** An item with the `fingerprintColumns`, as `bundles` returns it. */
export interface SeenItem {
  id: string
  revision: number
  updatedAt: number
}

export const seenItemOf = (entry: string): SeenItem => {
  const [id, revision, updatedAt] = entry.split(':') as [string, string, string]
  return { id, revision: Number(revision), updatedAt: Number(updatedAt) }
}

/**
 * Identifies a set of items at their revisions. Every change raises an item's revision, and an item that
 * replaces another has a later `updatedAt`, so at least one of the sums differs.
 */
const fingerprint = (rows: number, revisions: bigint, times: bigint): string =>
  `${rows}-${revisions.toString(36)}-${times.toString(36)}`

/** Computes the fingerprint of items that are added in several calls. */
export class FingerprintSum {
  #rows = 0
  #revisions = 0n
  #times = 0n

  add(items: readonly SeenItem[]): void {
    this.#rows += items.length
    for (const { revision, updatedAt } of items) {
      this.#revisions += BigInt(revision)
      this.#times += BigInt(updatedAt)
    }
  }

  toString(): string {
    return fingerprint(this.#rows, this.#revisions, this.#times)
  }
}

/** Returns the fingerprint of matching items; undefined beyond `most` items. */
export const fingerprintOf = async (
  rows: Rows,
  scope: ModeScope,
  where: Where<ItemRow>,
  most: number,
): Promise<string | undefined> => {
  const { rows: count, sums } = await rows.items.sums(scope, where, {
    of: fingerprintColumns,
    limit: most + 1,
  })
  return count > most ? undefined : fingerprint(count, sums[0]!, sums[1]!)
}
