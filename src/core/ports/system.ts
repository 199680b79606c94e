/** Real time as a port, so that tests move it instead of sleeping. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number
}

/** Cryptographically strong randomness as a port, so that a seeded run is reproducible. */
export interface Random {
  bytes(length: number): Uint8Array
  /** A number in [0, 1). */
  float(): number
}

/** Structured logging as a port. Fields never hold secrets, keys or a recipient's address. */
export interface Log {
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

export type LogFields = Readonly<Record<string, unknown>>

/** Discards everything; the default of the library. */
export const silentLog: Log = { info() {}, warn() {}, error() {} }

/** Counters and histograms for `/metrics`. Labels have few values: never ids or text of users. */
export interface Meter {
  /** Adds one to a counter. */
  count(name: string, labels: Labels): void
  /** Adds a duration to a histogram, in seconds. */
  time(name: string, labels: Labels, seconds: number): void
}
export type Labels = Readonly<Record<string, string>>

/** Discards everything; the default of the library. */
export const silentMeter: Meter = { count() {}, time() {} }

/** The machine and program that the core runs in, for operators; absent in a library. */
export interface Machine {
  /** The version of this program. */
  version: string
  /** `Node 24.21.0`, `Bun 1.4.5 (executable)`. */
  runtime: string
  /** `sqlite`, `postgres`, … */
  store: string
  /** The latest migration of its schema. */
  schema: string
  startedAt: number
  /** The free bytes of the file system that holds the data. */
  freeBytes(): Promise<number>
  memoryBytes(): number
}

/**
 * Yields between pieces of long work, because many requests share one thread and none may block it for long.
 * Within a transaction, use that of its rows (`WritableRows`), since a transaction may wait for nothing else.
 */
export interface Turns {
  /**
   * A promise to await once this turn's work has taken long enough, counting `aheadMs` of uninterrupted work
   * to come; undefined until then.
   */
  rest(aheadMs?: number): Promise<void> | undefined
}

/** Never yields, for a thread with no other work. */
export const noTurns: Turns = { rest: () => undefined }
