import { capturedStatuses, type ItemStatus } from '../items/lifecycle.ts'
import type { ItemRow } from '../items/store.ts'
import { dayIn } from '../time.ts'
import { type Counted, type Deltas, dayCounters, Rollups } from './rollups.ts'
import { type AnalyticsDayRow, statusCounter } from './store.ts'

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

/** A scan of an item's QR code, at ms on the clock of its mode. */
export interface Scan {
  item: Counted
  at: number
}

/** The rollups counted anew from the items' histories and the scans: they must equal the stored ones. */
export const recount = (
  items: readonly ItemRow[],
  scans: readonly Scan[],
  timeZone: string,
): Map<string, AnalyticsDayRow> => {
  const rollups = new Rollups()
  const dayOf = (ms: number) => dayIn(timeZone, ms)
  for (const item of items) {
    for (const { day, deltas } of contributionsOf(item, dayOf, dayOf(item.createdAt))) {
      rollups.count(item, day, deltas)
    }
  }
  for (const { item, at } of scans) rollups.count(item, dayOf(at), { scans: 1 })
  return rollups.toRows()
}
