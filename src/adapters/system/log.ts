import { isatty } from 'node:tty'
import { pino } from 'pino'
import type { Log, LogFields } from '../../core/ports/system.ts'

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
const redact = (value: unknown, depth = 0): unknown => {
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

const redactText = (text: string): string =>
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

/** Options of the log. */
export interface LogOptions {
  /** Where lines go; standard error by default, so that a command's standard output stays its result. */
  destination?: { write(line: string): void }
  /** A short line for a person instead of JSON; by default when standard error is a terminal. */
  readable?: boolean
  level?: 'info' | 'warn' | 'error'
}

const STANDARD_ERROR = 2
/** Fields of the line itself: a caller's field of the same name would make the JSON ambiguous. */
const RESERVED = new Set(['level', 'time', 'message'])

/**
 * Log on pino with a direct destination: pino's transports are worker threads that fail inside the
 * executable. Writing is synchronous, so the last line before a crash is there.
 */
export const createLog = (options: LogOptions = {}): Log => {
  const readable = options.readable ?? (options.destination === undefined && isatty(STANDARD_ERROR))
  const target = options.destination ?? pino.destination({ fd: STANDARD_ERROR, sync: true })
  const destination = readable ? { write: (line: string) => target.write(readableLine(line)) } : target
  const logger = pino(
    {
      level: options.level ?? 'info',
      base: null,
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  )
  return {
    info: (message, fields) => logger.info(clean(fields), redactText(message)),
    warn: (message, fields) => logger.warn(clean(fields), redactText(message)),
    error: (message, fields) => logger.error(clean(fields), redactText(message)),
  }
}

const clean = (fields: LogFields = {}): Record<string, unknown> => {
  const redacted = Object.entries(redact({ ...fields }) as LogFields)
  return Object.fromEntries(redacted.map(([name, value]) => [RESERVED.has(name) ? `${name}_` : name, value]))
}

/** `09:30:01 warn  The printer's folder vanished.  runId=run_…` */
const readableLine = (line: string): string => {
  const { time, level, message, ...fields } = JSON.parse(line) as {
    time: string
    level: string
    message: string
  }
  const pairs = Object.entries(fields).map(([name, value]) => `  ${name}=${shortValue(value)}`)
  return `${escapeControls(`${time.slice(11, 19)} ${level.padEnd(5)} ${message}${pairs.join('')}`)}\n`
}

const shortValue = (value: unknown): string => {
  if (typeof value === 'string') return /^[\w./:@+-]+$/.test(value) ? value : JSON.stringify(value)
  if (typeof value === 'object' && value !== null && 'stack' in value && 'message' in value) {
    return JSON.stringify(value.message)
  }
  return JSON.stringify(value)
}

/** Text from customers must not move the operator's cursor or forge a second line. */
const escapeControls = (text: string): string =>
  text.replace(/\p{Cc}/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
