import { statusCounter } from '../../model/analytics.ts'
import type { ItemRow } from '../../model/items.ts'
import { capturedStatuses, type ItemStatus } from '../../model/items.ts'
import type { Rows } from '../../ports/store.ts'
import { type Deltas, dayCounters, type Rollups } from '../counters/rollups.ts'

/** What the rollups must hold for an item by its history, and on which day. Scans are not in the history. */
export const contributionsOf = (
  item: ItemRow,
  dayOf: (ms: number) => string,
  createdDay: string,
): { day: string; deltas: Deltas }[] => {
  const contributions: { day: string; deltas: Deltas }[] = [
    { day: createdDay, deltas: { [statusCounter[item.status]]: 1 } },
  ]
  let before: ItemStatus | undefined
  for (const { status, at } of item.history) {
    const counter = dayCounters[status]
    if (counter) contributions.push({ day: dayOf(at), deltas: { [counter]: 1 } })
    const spent = spentBetween(before, status) * item.priceCents
    if (spent !== 0) contributions.push({ day: dayOf(at), deltas: { spendCents: spent } })
    before = status
  }
  return contributions
}

/** 1 where a move spends the price, -1 where it refunds it, else 0. */
const spentBetween = (from: ItemStatus | undefined, to: ItemStatus): number => {
  const was = from !== undefined && capturedStatuses.includes(from)
  if (!was && to === 'IN_PRODUCTION') return 1
  return was && (to === 'NOT_SENT' || to === 'FAILED') ? -1 : 0
}

/** When an item was scanned, in order, in ms on the clock of its mode. */
export const scanTimesOf = async (rows: Pick<Rows, 'scans'>, item: ItemRow): Promise<number[]> => {
  if (item.scanCount === 0) return []
  const own = { organisationId: item.organisationId }
  const scans = await rows.scans.find(own, { itemId: item.id }, { order: [{ field: 'createdAt' }] })
  return scans.map(({ createdAt }) => createdAt)
}

/** What an item's scans contribute to which day; `times` in order. */
export const scanContributions = (
  times: readonly number[],
  dayOf: (ms: number) => string,
): { day: string; deltas: Deltas }[] =>
  times.map((at, index) => ({
    day: dayOf(at),
    deltas: index === 0 ? { scans: 1, scannedItems: 1 } : { scans: 1 },
  }))

/** All contributions of an item: its history, and its scans in order (ms on the clock of its mode). */
export const countItem = (
  rollups: Rollups,
  item: ItemRow,
  scans: readonly number[],
  dayOf: (ms: number) => string,
): void => {
  const contributions = [
    ...contributionsOf(item, dayOf, dayOf(item.createdAt)),
    ...scanContributions(scans, dayOf),
  ]
  for (const { day, deltas } of contributions) rollups.count(item, day, deltas)
}
