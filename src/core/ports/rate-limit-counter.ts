/** Counts requests in fixed one-minute windows, for one process or for all that share a database. */
export interface RateCounter {
  /** Counts a request at `now` (ms). `allowed` for the first `limit` requests of the minute. */
  hit(key: string, limit: number, now: number): RateState | Promise<RateState>
}

/** Shown by the `RateLimit-*` headers. */
export interface RateState {
  allowed: boolean
  limit: number
  remaining: number
  /** Whole seconds until the window ends, at least 1; also the `Retry-After` of a 429. */
  resetSeconds: number
}
