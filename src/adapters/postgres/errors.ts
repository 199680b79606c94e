import { StoreBusy, StoreUnavailable } from '../../core/ports/store.ts'

const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

/** Whether a retry may succeed: after a serialisation failure, a deadlock or a lock timeout. */
export const isPassing = (error: unknown): boolean => /^(40001|40P01|55P03)$/.test(codeOf(error))

/** Code of the statement timeout, which isn't retried: a retry would take as long. */
const tookTooLong = '57014'

/**
 * Codes of environmental errors: connections (08, and Node's own codes), resources (53), a server that starts
 * or stops (57P), system errors (58), a read-only standby (25006), an idle transaction ended (25P03), lost
 * access (28, 3D).
 */
const environmental =
  /^(08|28|3D|53|57P|58)|^(25006|25P03)$|^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|ENOENT|EACCES|CERT|ERR_TLS|ERR_SSL)/

/** Messages of node-postgres errors without a code. */
const lostMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|The server does not support SSL|Query read timeout|SASL)/

export const isEnvironmental = (error: unknown): boolean =>
  error instanceof StoreUnavailable ||
  environmental.test(codeOf(error)) ||
  (error instanceof Error && (lostMessages.test(error.message) || error instanceof AggregateError))

export const unavailable = (cause: unknown): StoreUnavailable => {
  if (cause instanceof StoreUnavailable) return cause
  const reason = cause instanceof Error ? cause.message || codeOf(cause) : String(cause)
  return new StoreUnavailable(`The database cannot be used now: ${reason}`, { cause })
}

/** Converts an error for the store's callers once retries are exhausted. */
export const asStoreError = (error: unknown): unknown => {
  if (codeOf(error) === tookTooLong) return new StoreBusy('A statement took too long.', { cause: error })
  if (isPassing(error))
    return new StoreBusy('Other transactions held its locks for too long.', { cause: error })
  return isEnvironmental(error) ? unavailable(error) : error
}
