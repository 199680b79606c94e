import { rateLimitState, windowMs } from '../../core/engine/rate-limit.ts'
import type { RateCounter, RateState } from '../../core/ports/rate-limit-counter.ts'
import { asStoreError, isEnvironmental, isPassing } from './errors.ts'
import type { Pool } from './pool.ts'

interface Hit {
  key: string
  limit: number
  now: number
  resolve(state: RateState): void
  reject(error: unknown): void
}

/**
 * Counts requests of all processes in one table. Hits that arrive while a statement runs share the next one,
 * so that a busy minute needs few statements. Keys are sorted, so that processes can't deadlock. Refused keys
 * stay refused for the rest of their minute without a statement.
 */
export const createPostgresRateCounter = (pool: Pool): RateCounter => {
  const refusals = new Refusals()
  let waiting: Hit[] = []
  let running = false
  let cleanedIn = 0

  const run = async (): Promise<void> => {
    running = true
    while (waiting.length > 0) {
      const hits = waiting
      waiting = []
      try {
        await count(pool, hits, refusals)
        cleanedIn = await clean(pool, hits[0]!.now, cleanedIn)
      } catch (error) {
        for (const { reject } of hits) reject(asStoreError(error))
      }
    }
    running = false
  }
  return {
    hit: (key, limit, now) =>
      refusals.of(key, limit, now) ??
      new Promise((resolve, reject) => {
        waiting.push({ key, limit, now, resolve, reject })
        if (!running) void run()
      }),
  }
}

class Refusals {
  #end = 0
  #limits = new Map<string, number>()

  of(key: string, limit: number, now: number): RateState | undefined {
    const restMs = this.#end - now
    // A window further ahead comes from a clock that was wrong and was set back.
    if (restMs <= 0 || restMs > windowMs || limit > (this.#limits.get(key) ?? -1)) return undefined
    return rateLimitState(limit, limit, restMs)
  }

  note(key: string, limit: number, end: number): void {
    if (end !== this.#end) this.#limits = new Map()
    this.#end = end
    this.#limits.set(key, limit)
  }
}

// If a process's clock lags by less than a window, its hits count in the newer window. A window further ahead
// comes from a clock that was wrong and was set back; it must not block requests until then.
const countSql = `
  insert into "rate_windows" as kept ("key", "window", "count")
  select * from unnest($1::text[], $2::bigint[], $3::bigint[])
  on conflict ("key") do update set
    "window" = case when kept."window" = excluded."window" + 1 then kept."window" else excluded."window" end,
    "count" = case when kept."window" - excluded."window" in (0, 1) then kept."count" + excluded."count"
      else excluded."count" end
  returning "key", "window", "count"`

const count = async (pool: Pool, hits: readonly Hit[], refusals: Refusals): Promise<void> => {
  const byKey = Map.groupBy(hits, ({ key }) => key)
  const keys = [...byKey.keys()].sort()
  const windows = keys.map((key) => Math.max(...byKey.get(key)!.map(({ now }) => Math.floor(now / windowMs))))
  const counts = keys.map((key) => byKey.get(key)!.length)
  const rows = await query(pool, 'lettershop_rates', countSql, [keys, windows, counts])
  for (const row of rows as { key: string; window: number; count: number }[]) {
    const own = byKey.get(row.key)!
    for (const [index, { key, limit, now, resolve }] of own.entries()) {
      const end = (row.window + 1) * windowMs
      const state = rateLimitState(row.count - own.length + index, limit, end - now)
      if (!state.allowed) refusals.note(key, limit, end)
      resolve(state)
    }
  }
}

const clean = async (pool: Pool, now: number, cleanedIn: number): Promise<number> => {
  const window = Math.floor(now / windowMs)
  if (window === cleanedIn) return cleanedIn
  const old = 'select "key" from "rate_windows" where "window" < $1 for update skip locked'
  const sql = `delete from "rate_windows" where "key" in (${old})`
  await query(pool, 'lettershop_rates_old', sql, [window - 1])
  return window
}

const query = async (pool: Pool, name: string, text: string, values: unknown[]): Promise<unknown[]> => {
  for (let attempt = 1; ; attempt++) {
    const pooled = await pool.take()
    let broken = false
    try {
      return (await pooled.client.query({ name, text, values })).rows
    } catch (error) {
      broken = isEnvironmental(error)
      if (!isPassing(error) || attempt === 5) throw error
    } finally {
      pool.give(pooled, broken)
    }
  }
}
