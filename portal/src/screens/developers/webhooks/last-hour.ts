import { answered, api, type Schemas } from '../../../api/client.ts'

/** Number of bars. */
export const columns = 24
const hourMs = 3_600_000
/** Enough for most webhooks; a chart of a part would mislead. */
const limit = 100

interface Hour {
  bars: { arrived: number; failed: number }[]
  arrived: number
  failed: number
  /** Beginning, middle and end. */
  marks: string[]
}

/** Counts deliveries of the hour before `now` by their outcome so far. Null if none was attempted. */
const hourOf = (
  deliveries: readonly Pick<Schemas['Delivery'], 'attemptCount' | 'createdAt' | 'status'>[],
  now: number,
): Hour | null => {
  const begin = now - hourMs
  const bars = Array.from({ length: columns }, () => ({ arrived: 0, failed: 0 }))
  for (const { createdAt, status, attemptCount } of deliveries) {
    if (attemptCount === 0) continue
    const share = (Date.parse(createdAt) - begin) / hourMs
    const bar = bars[Math.max(0, Math.min(columns - 1, Math.floor(share * columns)))]!
    bar[status === 'DELIVERED' ? 'arrived' : 'failed']++
  }
  const sum = (of: 'arrived' | 'failed') => bars.reduce((total, bar) => total + bar[of], 0)
  const marks = [begin, begin + hourMs / 2, now].map((ms) => new Date(ms).toISOString())
  const [arrived, failed] = [sum('arrived'), sum('failed')]
  return arrived + failed > 0 ? { bars, arrived, failed, marks } : null
}

/** Loads the deliveries created in the hour before `now`. Null if there are none, or too many for a chart. */
export const fetchHour = async (id: string, now: number): Promise<Hour | null> => {
  const query = { limit, 'filter[createdAt][gte]': new Date(now - hourMs).toISOString() }
  const params = { path: { id }, query }
  const { data, nextCursor } = await answered(api.GET('/v1/webhooks/{id}/deliveries', { params }))
  return nextCursor === null ? hourOf(data, now) : null
}
