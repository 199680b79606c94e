/** Structured logging as a port. Fields never hold secrets, keys or a recipient's address. */
export interface Log {
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

export type LogFields = Readonly<Record<string, unknown>>

/** Discards everything; the default of the library. */
export const silentLog: Log = { info() {}, warn() {}, error() {} }
