import { statusCounter } from '../../model/analytics.ts'
import type { ItemRow } from '../../model/items.ts'
import { capturedStatuses, type ItemStatus } from '../../model/items-lifecycle.ts'
import { type Deltas, dayCounters, type Rollups } from '../counters/rollups.ts'

/**
 * Everything that an item's history counts, and on which day: what the rollups must hold for it, scans
 * apart, which the history does not tell.
 */
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

/** 1 where a price becomes spent, -1 where it is given back. */
const spentBetween = (from: ItemStatus | undefined, to: ItemStatus): number => {
  const was = from !== undefined && capturedStatuses.includes(from)
  if (!was && to === 'IN_PRODUCTION') return 1
  return was && (to === 'NOT_SENT' || to === 'FAILED') ? -1 : 0
}

/** What the scans of an item, at these times in order, count on which day. */
export const scanContributions = (
  times: readonly number[],
  dayOf: (ms: number) => string,
): { day: string; deltas: Deltas }[] =>
  times.map((at, index) => ({
    day: dayOf(at),
    deltas: index === 0 ? { scans: 1, scannedItems: 1 } : { scans: 1 },
  }))

/** Counts all of an item: its history, and its scans in order (ms on the clock of its mode). */
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
