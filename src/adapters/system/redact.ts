/** Replaces a secret or a person's address in a log line. */
export const REDACTED = '[redacted]'

/** Ends of field names, without case, `-` and `_`, whose values never belong in a log. */
const SECRET_ENDINGS = [
  'secret',
  'password',
  'token',
  'apikey',
  'privatekey',
  'authorization',
  'cookie',
  'signature',
]
/** Parts of a recipient; the whole recipient is caught by its own name first. */
const PERSONAL = new Set([
  'recipient',
  'recipients',
  'addresslines',
  'street',
  'housenumber',
  'housenumbersuffix',
  'addressline2',
  'postalcode',
  'email',
])
/** API keys, webhook secrets and bearer tokens inside any text, such as an error's message. */
const SECRET_TEXT = /\b(svc_(?:live|test)_|whsec_|Bearer\s+)[A-Za-z0-9+/_=.-]{4,}/g
const MAX_DEPTH = 6

/** A copy of the value fit for a log: secrets and addresses out, errors and bytes readable, no cycles. */
export const redact = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return redactText(value)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'function' || typeof value === 'symbol') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Uint8Array) return `[${value.length} bytes]`
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'invalid date' : value.toISOString()
  // A cycle ends here too, so visited objects need not be remembered.
  if (depth >= MAX_DEPTH) return '[…]'
  if (value instanceof Error) return redactError(value, depth)
  if (Array.isArray(value)) return value.map((entry) => redact(entry, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      name,
      isSecret(name) ? REDACTED : redact(entry, depth + 1),
    ]),
  )
}

export const redactText = (text: string): string =>
  text.replace(SECRET_TEXT, (_match, prefix: string) => prefix + REDACTED)

const redactError = (error: Error, depth: number): unknown => {
  const own = redact({ ...error }, depth + 1) as Record<string, unknown>
  const cause = error.cause === undefined ? {} : { cause: redact(error.cause, depth + 1) }
  return {
    ...own,
    name: error.name,
    message: redactText(error.message),
    stack: redactText(error.stack ?? ''),
    ...cause,
  }
}

const isSecret = (name: string): boolean => {
  const folded = name.toLowerCase().replaceAll(/[-_]/g, '')
  return PERSONAL.has(folded) || SECRET_ENDINGS.some((ending) => folded.endsWith(ending))
}
