import type { RateState } from '../rate-limit/counter.ts'

/** Counts requests in fixed one-minute windows, for one process or for all that share a database (DESIGN 7). */
export interface RateCounter {
  /** Counts one request of a key at an instant in ms; `allowed` while there were no more than `limit` in its minute. */
  hit(key: string, limit: number, now: number): RateState | Promise<RateState>
}
