import { isatty } from 'node:tty'
import { pino } from 'pino'
import type { Log, LogFields } from '../../core/ports/log.ts'
import { redact, redactText } from './redact.ts'

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
