/** Real time as a port, so that tests move it instead of sleeping. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number
}
