import { problem } from '../kernel/errors.ts'
import type { RateClass } from '../kernel/rate-classes.ts'
import type { RateCounter, RateState } from '../ports/rate-limit-counter.ts'
import { callProblems } from './sentences.ts'
import type { Services } from './services.ts'

/** Returns the headers that every response has (docs/api-rules.md#rate-limits). */
export const rateLimitHeaders = ({ limit, remaining, resetSeconds }: RateState): Record<string, string> => ({
  'RateLimit-Limit': String(limit),
  'RateLimit-Remaining': String(remaining),
  'RateLimit-Reset': String(resetSeconds),
})

export const windowMs = 60_000

/** A counter in memory answers synchronously. */
export interface LocalRateCounter extends RateCounter {
  hit(key: string, limit: number, now: number): RateState
}

/** Returns the state after `count` earlier requests, `restMs` before the window ends. */
export const rateLimitState = (count: number, limit: number, restMs: number): RateState => ({
  allowed: count < limit,
  limit,
  remaining: Math.max(0, limit - count - 1),
  resetSeconds: Math.max(1, Math.ceil(restMs / 1000)),
})

/** Counts in memory, in fixed windows of a minute. A restart resets the counts. */
export const createRateCounter = (): LocalRateCounter => {
  let window = Number.NaN
  let counts = new Map<string, number>()
  return {
    hit(key, limit, now) {
      const current = Math.floor(now / windowMs)
      if (current !== window) {
        // All windows start together, so dropping all counts bounds memory.
        window = current
        counts = new Map()
      }
      const count = counts.get(key) ?? 0
      if (count < limit) counts.set(key, count + 1)
      return rateLimitState(count, limit, (current + 1) * windowMs - now)
    },
  }
}

/** Counts a request and sets headers. Throws 429 beyond the limit; returns a promise if counting is async. */
export const limitRate = (
  services: Pick<Services, 'rateCounter' | 'clock'>,
  { caller, rateClass, limit }: { caller: string; rateClass: RateClass; limit: number },
  headers: Record<string, string>,
): Promise<void> | undefined => {
  const check = (state: RateState): void => {
    Object.assign(headers, rateLimitHeaders(state))
    if (state.allowed) return
    const seconds = state.resetSeconds
    throw problem(callProblems.sentence('rate_limited.class', { limit, rateClass, seconds }), {
      headers: { 'Retry-After': String(seconds) },
    })
  }
  const counted = services.rateCounter.hit(`${caller}|${rateClass}`, limit, services.clock.now())
  if (!(counted instanceof Promise)) {
    check(counted)
    return undefined
  }
  const allowed = counted.then(check)
  // Awaited later; until then a rejection must not count as unhandled.
  allowed.catch(() => undefined)
  return allowed
}
