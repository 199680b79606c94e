import { isatty } from 'node:tty'
import { pino } from 'pino'
import type { Log, LogFields } from '../../core/ports/system.ts'

/** Replacement of secrets and addresses in log lines. */
const REDACTED = '[redacted]'

/** Suffixes of names of secret fields, in lower case without `-` and `_`. */
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
/** Names of fields with personal data. */
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

/** Returns a copy for the log: without secrets, addresses and cycles, with readable errors and bytes. */
const redact = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return redactText(value)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'function' || typeof value === 'symbol') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Uint8Array) return `[${value.length} bytes]`
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'invalid date' : value.toISOString()
  // The depth limit also ends cycles.
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
  /** Where to write; standard error by default, because standard output is for a command's result. */
  destination?: { write(line: string): void }
  /** Short readable lines instead of JSON; by default if the log is written to a terminal. */
  readable?: boolean
  level?: 'info' | 'warn' | 'error'
}

const STANDARD_ERROR = 2
/** Reserved fields. A caller's field of the same name gets the suffix `_`, to keep the JSON unambiguous. */
const RESERVED = new Set(['level', 'time', 'message'])

/**
 * Creates a log on pino with a direct destination: pino's transports are worker threads, which fail inside
 * the executable. Writes are synchronous, so that the last line before a crash is not lost.
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

/** Customers' text must not move the cursor or forge lines. */
const escapeControls = (text: string): string =>
  text.replace(/\p{Cc}/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
