import { setImmediate } from 'node:timers/promises'
import { FastResponse } from 'srvx'
import { jsonText } from '../core/engine/long-text.ts'
import type { Stream } from '../core/engine/operation.ts'
import type { CallResponse } from '../core/engine/request.ts'
import { Problem, problemBody } from '../core/kernel/errors.ts'
import type { Turns } from '../core/ports/system.ts'
import { type FileRequest, fileResponse } from './files.ts'
import { disableIdleTimeout, startIdleTimer } from './idle-timeout.ts'

interface Encoded {
  body: string | Uint8Array<ArrayBuffer>
  headers: Record<string, string>
}

const codings = ['br', 'gzip'] as const
export type Coding = (typeof codings)[number]

/** Shorter texts fit into one packet with the headers, so compression gains nothing. */
export const smallestBytes = 1024

/**
 * Compresses a text if it is long enough and the client accepts that: 50 items of 57 KB become 3.5 KB. zlib's
 * threads do the work, so that no size blocks the event loop.
 */
const encoded = async (text: string, request: FileRequest): Promise<Encoded> => {
  if (text.length < smallestBytes) return { body: text, headers: {} }
  const headers: Record<string, string> = { Vary: 'Accept-Encoding' }
  const coding = isCrossSite(request) ? undefined : codingOf(request)
  if (!coding) return { body: text, headers }
  return { body: await compressed(text, coding), headers: { ...headers, 'Content-Encoding': coding } }
}

/**
 * Prevents BREACH attacks: if a page of another site makes a browser send a request with its cookie, the
 * length of a compressed response reveals which parts of it equal text that the page chose. Responses to
 * requests with a cookie are therefore compressed only for pages of this server, as reported by the browser.
 * `SameSite=Strict` leaves only sites below the same domain anyway.
 */
const isCrossSite = ({ headers }: FileRequest): boolean =>
  headers.get('cookie') !== null && !/^(?:same-origin|none)$/.test(headers.get('sec-fetch-site') ?? '')

/** Returns the encoding that the client prefers, the first among equals; undefined if it accepts none. */
export const codingOf = (
  { headers }: FileRequest,
  offered: readonly Coding[] = codings,
): Coding | undefined => {
  const weights = new Map<string, number>()
  for (const entry of (headers.get('accept-encoding') ?? '').slice(0, 500).toLowerCase().split(',')) {
    const [, name, weight] = /^\s*([\w*-]+)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/.exec(entry) ?? []
    if (name !== undefined) weights.set(name, weight === undefined ? 1 : Number(weight))
  }
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0
  const [best] = offered
    .filter((coding) => weightOf(coding) > 0)
    .sort((one, other) => weightOf(other) - weightOf(one))
  return best
}

/** Compresses a text. Loads zlib on first use, because it is slow to load. */
export const compressed = async (text: string, coding: Coding): Promise<Uint8Array<ArrayBuffer>> => {
  const [{ promisify }, zlib] = await Promise.all([import('node:util'), import('node:zlib')])
  const bytes =
    coding === 'gzip'
      ? await promisify(zlib.gzip)(text)
      : await promisify(zlib.brotliCompress)(text, {
          // The best quality takes a hundred times as long for a fifth less.
          params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 },
        })
  return new Uint8Array(bytes)
}

/** Decompresses gzip, for the few clients that don't accept it. Loads zlib on first use, which is slow. */
export const inflated = async (compressed: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => {
  const [{ promisify }, { gunzip }] = await Promise.all([import('node:util'), import('node:zlib')])
  return new Uint8Array(await promisify(gunzip)(compressed))
}

/** Bun sends bodies up to this size together with their headers. Texts count by characters. */
export const inOnePieceBytes = 15 * 1024
/** For longer bodies the cost of headers is negligible, and `Content-Length` is useful. */
export const maxStreamedBytes = 1024 * 1024

/**
 * Returns a body in the form that the runtime sends fastest. Bun sends an asynchronous response with a long
 * body in some fifty pieces, a system call for each name, colon and value of its headers: 350 µs of CPU time,
 * and as many packets. A stream needs two, chunked and without `Content-Length`. Obsolete once Bun corks late
 * responses (oven-sh/bun#41341).
 */
export const forRuntime = (
  body: string | Uint8Array<ArrayBuffer>,
  { runtime }: Pick<FileRequest, 'runtime'>,
): string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> => {
  if (!runtime?.bun || body.length <= inOnePieceBytes || body.length > maxStreamedBytes) return body
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(typeof body === 'string' ? new TextEncoder().encode(body) : body)
      controller.close()
    },
  })
}

/** Converts an answer. For HEAD, sets the length of a GET, because the runtime would report zero. */
export const toHttp = async (answer: CallResponse, request: FileRequest, turns: Turns): Promise<Response> => {
  if (answer.stream) return streamed(answer.status, answer.headers, answer.stream, request)
  const headers: Record<string, string> = { ...answer.headers, 'Cache-Control': 'no-store' }
  if (answer.body === undefined && answer.text === undefined)
    return new FastResponse(null, { status: answer.status, headers })
  headers['Content-Type'] ??= 'application/json'
  const { body, headers: coding } = await encoded(
    answer.text ?? (await jsonText(answer.body, turns)),
    request,
  )
  Object.assign(headers, coding)
  if (request.method === 'HEAD') {
    headers['Content-Length'] = String(byteLength(body))
    return new FastResponse(body, { status: answer.status, headers })
  }
  return new FastResponse(forRuntime(body, request), { status: answer.status, headers })
}

const byteLength = (body: string | Uint8Array): number =>
  typeof body === 'string' ? new TextEncoder().encode(body).length : body.length

/** Returns the response to an error outside of operations. */
export const problemResponse = (error: Problem, requestId: string): Response =>
  new FastResponse(JSON.stringify(problemBody(error, requestId)), {
    status: error.status,
    headers: {
      'X-Request-Id': requestId,
      'Cache-Control': 'no-store',
      ...error.headers,
      'Content-Type': 'application/problem+json',
    },
  })

export const plainResponse = (
  requestId: string,
  status: number,
  body: string | null,
  headers: Readonly<Record<string, string>> = {},
): Response => new FastResponse(body, { status, headers: { 'X-Request-Id': requestId, ...headers } })

const streamed = async (
  status: number,
  headers: Record<string, string>,
  stream: Stream,
  request: FileRequest,
): Promise<Response> => {
  const all: Record<string, string> = {
    ...headers,
    'Cache-Control': 'no-store',
    'Content-Type': stream.contentType,
    'Content-Security-Policy': policyOf(stream.contentType),
  }
  Object.assign(all, stream.headers)
  if (stream.fileName !== undefined) all['Content-Disposition'] = disposition(stream.fileName)
  if (stream.content instanceof Uint8Array) {
    if (request.method === 'HEAD') all['Content-Length'] = String(stream.content.length)
    return new FastResponse(stream.content as Uint8Array<ArrayBuffer>, { status, headers: all })
  }
  if (!('open' in stream.content)) {
    const content = toReadable(stream.content, request)
    if (request.method !== 'HEAD') return new FastResponse(content, { status, headers: all })
    // Declares a body of unknown length; otherwise Bun would report an empty one.
    await content.cancel()
    return new FastResponse(null, { status, headers: { ...all, 'Transfer-Encoding': 'chunked' } })
  }
  try {
    return await fileResponse(request, stream.content, all, (content) => toReadable(content, request))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return problemResponse(error, headers['X-Request-Id'] ?? '')
  }
}

/** Forbids scripts and requests. Browsers don't show PDFs in a sandbox, and their viewer needs its styles. */
const policyOf = (contentType: string): string =>
  contentType === 'application/pdf'
    ? "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'"
    : "default-src 'none'; sandbox"

/** Maximum time in ms of writing a response before yielding to the event loop. */
const sliceMs = 8

/**
 * Returns a stream that is pulled by chunk, so that slow readers don't use up memory, and that ends when the
 * reader disconnects or stops reading for too long. Yields to the event loop: content in memory would
 * otherwise be sent in a single turn.
 */
const toReadable = (content: AsyncIterable<Uint8Array>, request: FileRequest): ReadableStream<Uint8Array> => {
  const chunks = content[Symbol.asyncIterator]()
  const sent = disableIdleTimeout(request)
  let stopped: NodeJS.Timeout | undefined
  let sliceEnd = performance.now() + sliceMs
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(stopped)
        if (performance.now() > sliceEnd) {
          await setImmediate()
          sliceEnd = performance.now() + sliceMs
        }
        const next = await chunks.next()
        if (next.done) {
          sent()
          return controller.close()
        }
        controller.enqueue(next.value)
        stopped = startIdleTimer(() => {
          controller.error(new Error('The client stopped reading.'))
          void chunks.return?.()
        })
      },
      async cancel() {
        clearTimeout(stopped)
        sent()
        await chunks.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

/** RFC 6266: an ASCII name for old clients, and the real one. */
const disposition = (fileName: string): string => {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  )
  return `inline; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/**
 * Default headers of every response: browsers must not guess content types, load or frame anything, or
 * disclose the URL to other sites, because it may be a page's only protection.
 */
const everywhere: readonly (readonly [name: string, value: string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Referrer-Policy', 'no-referrer'],
]

/** A year. Without `includeSubDomains`, because other services may use subdomains. */
const strictTransport = 'max-age=31536000'

/** Adds the security headers that the response doesn't set itself. */
export const addSecurityHeaders = (headers: Headers, baseUrl: string): void => {
  for (const [name, value] of everywhere) {
    if (!headers.has(name)) headers.set(name, value)
  }
  if (baseUrl.startsWith('https:')) headers.set('Strict-Transport-Security', strictTransport)
}
