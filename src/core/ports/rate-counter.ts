/** Counts requests in fixed one-minute windows, for one process or for all that share a database. */
export interface RateCounter {
  /** Counts one request of a key at an instant in ms; `allowed` while there were no more than `limit` in its minute. */
  hit(key: string, limit: number, now: number): RateState | Promise<RateState>
}

/** The state of one key's window, as the `RateLimit-*` headers tell it. */
export interface RateState {
  allowed: boolean
  limit: number
  remaining: number
  /** Whole seconds until the window ends, at least 1: also the `Retry-After` of a 429. */
  resetSeconds: number
}
