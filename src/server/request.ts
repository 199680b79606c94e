import type { ServerRequest } from 'srvx'
import type { Ids } from '../core/engine/ids.ts'
import { maxParameters } from '../core/engine/input.ts'
import type { ByteSource, Operation } from '../core/engine/operation.ts'
import { concatenate } from '../core/kernel/bytes.ts'
import { problem } from '../core/kernel/errors.ts'
import { countValues } from '../core/kernel/json.ts'
import type { Turns } from '../core/ports/system.ts'
import type { Arriving } from './bodies-in-progress.ts'
import { disableIdleTimeout, withIdleTimeout } from './idle-timeout.ts'
import { bodyLimitBytes, maxBodyValues, maxRequestIdLength, sizeInWords } from './limits.ts'
import { serverProblems } from './sentences.ts'

/** Returns the caller's `X-Request-Id` if it is valid, else a new one. */
export const requestIdOf = (request: ServerRequest, ids: Ids): string => {
  const own = request.headers.get('x-request-id')
  return own !== null && own.length <= maxRequestIdLength && /^[\w.:-]+$/.test(own) ? own : ids.next('req')
}

/** Returns the query parameters in order, including repeated ones. */
export const queryOf = (search: string): [string, string][] => {
  if (search === '') return []
  const pairs = [...new URLSearchParams(firstOf(search))]
  if (!pairs.some((pair) => pair.join('').includes(replacement))) return pairs
  const written = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '')
  return pairs.map(([name, value], at) => {
    const [, ownName = '', ownValue = ''] = /^([^=]*)=?(.*)$/s.exec(written[at] ?? '') ?? []
    return [unlessUtf8(name, ownName), unlessUtf8(value, ownValue)]
  })
}

/** Truncates a query after one parameter more than allowed, so that the pipeline can refuse it. */
const firstOf = (search: string): string => {
  let count = 0
  for (let at = 1; ; ) {
    const end = search.indexOf('&', at)
    if (end < 0) return search
    if (end > at) count++
    if (count > maxParameters) return search.slice(0, end)
    at = end + 1
  }
}

const replacement = '\ufffd'

/** Replaces invalid UTF-8 by a lone surrogate, invalid everywhere, so the parameter is refused by name. */
const unlessUtf8 = (text: string, written: string): string =>
  text.split(replacement).length === written.split(/%EF%BF%BD|\ufffd/i).length
    ? text
    : text.replaceAll(replacement, '\ud800')

/** Decodes a path parameter; undefined if its escapes are not UTF-8. */
export const decodeParameter = (raw: string): string | undefined => {
  try {
    return decodeURIComponent(raw)
  } catch {
    return undefined
  }
}

/**
 * Returns the parsed body; undefined if it is empty and optional. Called only for authorised callers. Throws
 * 400, 408, 413, 415, or 429 if `arriving` refuses more bytes.
 */
export const readJsonBody = async (
  request: ServerRequest,
  operation: Operation,
  turns: Turns,
  arriving?: Arriving,
): Promise<unknown> => {
  const type = request.headers.get('content-type')
  const assertJson = () => {
    if (type === null || isJson(type)) return
    throw problem(serverProblems.sentence('unsupported_media_type.type', { type: shown(type) }))
  }
  // Checked before reading. If no body is expected, checked only if there is one, because curl labels an
  // empty body as a form.
  if (operation.body) assertJson()
  assertPlain(request)
  const bytes = await readBytes(request, bodyLimitBytes(operation), arriving)
  if (bytes.length === 0) {
    if (isOptional(operation)) return undefined
    throw problem(serverProblems.sentence('malformed_body.no_object'))
  }
  assertJson()
  if (type === null) {
    throw problem(serverProblems.sentence('unsupported_media_type.no_type'))
  }
  // Many bodies can arrive in one turn of the event loop, and each is parsed synchronously.
  await turns.rest()
  const values = countValues(bytes, maxBodyValues)
  if (values > maxBodyValues) {
    const most = maxBodyValues.toLocaleString('en-US')
    throw problem(serverProblems.sentence('body_too_large.body_values', { limit: most }))
  }
  await turns.rest(parseMs(values, bytes.length))
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch (error) {
    throw problem(serverProblems.sentence('malformed_body.json', { reason: reasonOf(error) }))
  }
}

/**
 * Returns the body as a stream. Throws 415 for a compressed body; reading throws 400 if the client
 * disconnects and 408 if it is idle. If the reader stops early, the connection discards the rest after the
 * response. Cancelling instead would crash the process: Node would pass the next chunk to a closed stream.
 */
export const byteSource = (
  request: ServerRequest,
  begin: () => { done: () => void } = () => ({ done: () => {} }),
): ByteSource => {
  assertPlain(request)
  const length = request.headers.get('content-length')
  return {
    contentType: request.headers.get('content-type') ?? undefined,
    length: length === null ? undefined : Number(length),
    async *chunks() {
      if (!request.body) return
      const reader = request.body.getReader()
      const { done: ended } = begin()
      const done = disableIdleTimeout(request)
      try {
        for (;;) {
          const next = await withIdleTimeout(unlessCutOff(reader.read()))
          if (next.done) return
          yield next.value
        }
      } finally {
        done()
        ended()
      }
    },
  }
}

/** Returns a form's fields; empty if the body is not a form. Throws 413 above `limit` bytes. */
export const readForm = async (request: ServerRequest, limit: number): Promise<URLSearchParams> => {
  const bytes = await readBytes(request, limit)
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return new URLSearchParams()
  return new URLSearchParams(new TextDecoder().decode(bytes))
}

/** Refuses compressed bodies, which could expand to any size. */
const assertPlain = (request: ServerRequest): void => {
  const encoding = request.headers.get('content-encoding')?.trim() ?? ''
  if (/^(?:identity)?$/i.test(encoding)) return
  throw problem(serverProblems.sentence('unsupported_media_type.encoding', { encoding: shown(encoding) }))
}

/** Estimates the minimum time of parsing in ms; each new name takes half a microsecond. */
const parseMs = (values: number, bytes: number): number => values / 4000 + bytes / 500_000

/** Refuses text that is not UTF-8 instead of storing replacement characters. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

const isJson = (type: string): boolean =>
  /^application\/(?:json|[\w.+-]+\+json)\s*(?:;\s*charset="?utf-?8"?\s*)?$/i.test(type.trim())

const shown = (type: string): string => type.replace(/[^\x20-\x7e]/g, '').slice(0, 100) || 'of no type'

/** Whether the body may be missing: it is declared with `v.optional`, or not at all. */
const isOptional = ({ body }: Operation): boolean => !body || body.type === 'optional'

const reasonOf = (error: unknown): string =>
  // V8's message quotes the body; its beginning is enough to find the place.
  error instanceof SyntaxError ? error.message.slice(0, 200) : 'it is not UTF-8.'

const readBytes = async (request: ServerRequest, limit: number, arriving?: Arriving): Promise<Uint8Array> => {
  const length = request.headers.get('content-length')
  if (length !== null) {
    if (Number(length) > limit) throw tooLarge(limit)
    arriving?.add(Number(length))
    // The HTTP parser ends the body at its declared length.
    return new Uint8Array(await unlessCutOff(request.arrayBuffer()))
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of byteSource(request).chunks()) {
    size += chunk.length
    if (size > limit) throw tooLarge(limit)
    arriving?.add(chunk.length)
    chunks.push(chunk)
  }
  return concatenate(chunks)
}

/** Throws 400 if the client disconnects within its body, which is not a server error. */
const unlessCutOff = async <T>(reading: Promise<T>): Promise<T> => {
  try {
    return await reading
  } catch {
    throw problem(serverProblems.sentence('malformed_body.cut_off'))
  }
}

// Keeps the connection open: if it were closed during the body, many clients would report a broken pipe
// instead of this response.
const tooLarge = (limit: number) =>
  problem(serverProblems.sentence('body_too_large.body', { size: sizeInWords(limit) }))
