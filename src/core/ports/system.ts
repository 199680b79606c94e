/** Real time. Tests move it instead of sleeping. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number
}

/** Cryptographically strong. A seeded implementation makes runs reproducible. */
export interface Random {
  bytes(length: number): Uint8Array
  /** A number in [0, 1). */
  float(): number
}

/** Fields never contain secrets, keys or a recipient's address. */
export interface Log {
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

export type LogFields = Readonly<Record<string, unknown>>

/** Discards everything; the default of the library. */
export const silentLog: Log = { info() {}, warn() {}, error() {} }

/** Metrics for `/metrics`. Labels have few values: never ids or users' text. */
export interface Meter {
  /** Adds one to a counter. */
  count(name: string, labels: Labels): void
  /** Adds a duration to a histogram, in seconds. */
  time(name: string, labels: Labels, seconds: number): void
}
export type Labels = Readonly<Record<string, string>>

/** Discards everything; the default of the library. */
export const silentMeter: Meter = { count() {}, time() {} }

/** The machine and program around the core, for operators. Absent in a library. */
export interface Machine {
  version: string
  /** `Node 24.21.0`, `Bun 1.4.5 (executable)`. */
  runtime: string
  /** `sqlite`, `postgres`, … */
  store: string
  /** Latest migration. */
  schema: string
  startedAt: number
  /** Free bytes on the data's file system. */
  freeBytes(): Promise<number>
  memoryBytes(): number
}

/**
 * Yields between pieces of long work, because requests share one thread. Within a transaction, use `rest` of
 * its rows (`WritableRows`).
 */
export interface Turns {
  /**
   * Returns a promise to await if the work since the last pause and the next `aheadMs` of uninterrupted work
   * are together too long; undefined otherwise.
   */
  rest(aheadMs?: number): Promise<void> | undefined
}

/** Never yields. Used by threads with no other work. */
export const noTurns: Turns = { rest: () => undefined }
