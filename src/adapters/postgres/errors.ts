import { StoreBusy, StoreUnavailable } from '../../core/ports/store.ts'

const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

/**
 * Whether the error is a serialisation failure, a deadlock or a lock timeout, which a repetition of the body
 * resolves.
 */
export const isPassing = (error: unknown): boolean => /^(40001|40P01|55P03)$/.test(codeOf(error))

/** PostgreSQL ended a statement at its time limit: the database answers, and a repetition would take as long. */
const tookTooLong = '57014'

/**
 * Codes of errors of the machine or the network instead of the statement: connections (08, and Node's own
 * codes), resources (53), the server going up or down (57P, 58), a standby that takes no writes (25006), lost
 * access (28, 3D).
 */
const environmental =
  /^(08|28|3D|53|57P|58)|^(25006|25P03)$|^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|ENOENT|EACCES|CERT|ERR_TLS|ERR_SSL)/

/** Errors that node-postgres reports only in words. */
const lostWords =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|The server does not support SSL|Query read timeout|SASL)/

export const isEnvironmental = (error: unknown): boolean =>
  error instanceof StoreUnavailable ||
  environmental.test(codeOf(error)) ||
  (error instanceof Error && (lostWords.test(error.message) || error instanceof AggregateError))

export const unavailable = (cause: unknown): StoreUnavailable => {
  if (cause instanceof StoreUnavailable) return cause
  const reason = cause instanceof Error ? cause.message || codeOf(cause) : String(cause)
  return new StoreUnavailable(`The database cannot be used now: ${reason}`, { cause })
}

/** An error as callers of the store know it, once nothing is tried any more. */
export const asStoreError = (error: unknown): unknown => {
  if (codeOf(error) === tookTooLong) return new StoreBusy('A statement took too long.', { cause: error })
  if (isPassing(error))
    return new StoreBusy('Other transactions held its locks for too long.', { cause: error })
  return isEnvironmental(error) ? unavailable(error) : error
}
