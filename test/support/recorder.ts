import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'

/** One call and its answer as sent over HTTP; `npm run test:calls` checks them against the API document. */
export interface Exchange {
  method: string
  /** Path and query. */
  target: string
  headers: Record<string, string>
  /** JSON text. */
  body?: string | undefined
  /** True if the body was bytes, which are not kept. */
  sentBytes?: boolean
  status: number
  answerHeaders: Record<string, string>
  /** The text of a JSON answer; other bodies are not kept. */
  answer?: string | undefined
}

const folder = process.env.LETTERSHOP_RECORD
const longest = 200_000
const seen = new Set<string>()

/**
 * Writes one exchange of each shape to the folder that LETTERSHOP_RECORD names, and none without that
 * variable. Skips exchanges with a text of more than 200,000 characters.
 */
export const record = (exchange: () => Exchange): void => {
  if (!folder) return
  const made = written(exchange)
  if (!made || (made.body?.length ?? 0) > longest || (made.answer?.length ?? 0) > longest) return
  const shape = shapeOf(made)
  if (seen.has(shape)) return
  seen.add(shape)
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, `${process.pid}-${threadId}.ndjson`), `${JSON.stringify(made)}\n`)
}

/** Returns undefined for a body that nests too deeply to be serialised, which no document could describe. */
const written = (exchange: () => Exchange): Exchange | undefined => {
  try {
    return exchange()
  } catch {
    return undefined
  }
}

/**
 * Returns the same text for exchanges that differ only in ids, texts and numbers. Texts named `code` count.
 */
export const shapeOf = ({ method, target, headers, body, status, answer }: Exchange): string => {
  const [path = '', query = ''] = target.split('?')
  const route = path.replace(/\/[a-z]{2,3}_[0-9A-Z]{26}(?=\/|$)/g, '/{id}')
  return JSON.stringify([
    method,
    route,
    [...new URLSearchParams(query).keys()].sort(),
    Object.keys(headers).sort(),
    typesIn(body),
    status,
    typesIn(answer),
  ])
}

const typesIn = (text: string | undefined): unknown => {
  if (text === undefined) return null
  try {
    return types(JSON.parse(text))
  } catch {
    return 'unreadable'
  }
}

const types = (value: unknown): unknown => {
  if (Array.isArray(value)) return [...new Set(value.map((entry) => JSON.stringify(types(entry))))].sort()
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, entry]) => [name, name === 'code' ? entry : types(entry)]),
  )
}
