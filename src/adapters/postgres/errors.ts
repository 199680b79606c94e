import { StoreUnavailable } from '../../core/ports/store.ts'

const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

/** Serialisation failure, deadlock, a lock that took too long: nobody's fault, and gone when the body runs again. */
export const isPassing = (error: unknown): boolean => /^(40001|40P01|55P03)$/.test(codeOf(error))

/**
 * What the machine or the network refuses, not the statement: connections (08, and Node's own codes), resources (53),
 * the server going up or down (57P, 58), a standby that takes no writes (25006), access that was taken away (28, 3D).
 */
const environmental =
  /^(08|28|3D|53|57P|58)|^(25006|25P03)$|^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|ENOENT|EACCES|CERT|ERR_TLS|ERR_SSL)/

/** node-postgres says these in words only. */
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
