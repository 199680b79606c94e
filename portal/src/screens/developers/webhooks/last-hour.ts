import type { Schemas } from '../../../api/client.ts'

/** Number of bars. */
export const columns = 24
const hourMs = 3_600_000

interface Hour {
  bars: { arrived: number; failed: number }[]
  arrived: number
  failed: number
  /** Beginning, middle and end. */
  marks: string[]
}

/**
 * Counts the deliveries created in the hour before `now`, which are sorted from the newest to the oldest, by
 * their outcome so far. Undefined without one, or if the list ends within that hour (`isAll` is false).
 */
export const hourOf = (
  deliveries: readonly Pick<Schemas['Delivery'], 'attemptCount' | 'createdAt' | 'status'>[],
  isAll: boolean,
  now: number,
): Hour | undefined => {
  const begin = now - hourMs
  const oldest = deliveries.at(-1)
  if (!oldest || (!isAll && Date.parse(oldest.createdAt) > begin)) return undefined
  const bars = Array.from({ length: columns }, () => ({ arrived: 0, failed: 0 }))
  for (const { createdAt, status, attemptCount } of deliveries) {
    const at = Date.parse(createdAt)
    if (at <= begin || at > now || attemptCount === 0) continue
    const bar = bars[Math.min(columns - 1, Math.floor(((at - begin) / hourMs) * columns))]!
    bar[status === 'DELIVERED' ? 'arrived' : 'failed']++
  }
  const sum = (of: 'arrived' | 'failed') => bars.reduce((total, bar) => total + bar[of], 0)
  const marks = [begin, begin + hourMs / 2, now].map((ms) => new Date(ms).toISOString())
  const [arrived, failed] = [sum('arrived'), sum('failed')]
  return arrived + failed > 0 ? { bars, arrived, failed, marks } : undefined
}
