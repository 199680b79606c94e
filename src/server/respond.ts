import { setImmediate } from 'node:timers/promises'
import { FastResponse } from 'srvx'
import { jsonText } from '../core/engine/long-text.ts'
import type { Stream } from '../core/engine/operation.ts'
import type { CallResponse } from '../core/engine/request.ts'
import { Problem, problemBody } from '../core/kernel/errors.ts'
import type { Turns } from '../core/ports/system.ts'
import { encoded } from './compress.ts'
import { type FileRequest, fileResponse } from './files.ts'
import { afterSilence, countSilenceOurselves } from './idle-timeout.ts'

/** Bodies up to here Bun sends in one piece with their headers, however late they come. A text counts by its characters. */
export const inOnePieceBytes = 15 * 1024
/** Beside a longer body its headers cost little, and its length is worth telling. */
export const toldBytes = 1024 * 1024

/**
 * A body in the form in which the runtime sends it at once. An answer that comes after a wait Bun sends in
 * some fifty pieces where its body is long, a system call for each name, colon and value of its headers: 350 µs
 * of processor time, and as many packets for the client. A stream goes out in two, chunked and without
 * `Content-Length`. Not needed any more once Bun corks what it sends late (oven-sh/bun#41341).
 */
export const sentAtOnce = (
  body: string | Uint8Array<ArrayBuffer>,
  { runtime }: Pick<FileRequest, 'runtime'>,
): string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> => {
  if (!runtime?.bun || body.length <= inOnePieceBytes || body.length > toldBytes) return body
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(typeof body === 'string' ? new TextEncoder().encode(body) : body)
      controller.close()
    },
  })
}

/**
 * Turns an answer of the pipeline into HTTP. An answer to HEAD states the length of the answer to GET, which
 * the runtime would otherwise report as zero.
 */
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
  return new FastResponse(sentAtOnce(body, request), { status: answer.status, headers })
}

const byteLength = (body: string | Uint8Array): number =>
  typeof body === 'string' ? new TextEncoder().encode(body).length : body.length

/** The response for an error outside an operation. */
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

/** JSON, a page or nothing, with the headers that every response carries. */
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
    // Its length is unknown, and without this Bun would report it as empty.
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

/**
 * The policy lets nothing run and nothing load. Browsers show no PDF in a sandbox, and their viewer has
 * styles of its own.
 */
const policyOf = (contentType: string): string =>
  contentType === 'application/pdf'
    ? "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'"
    : "default-src 'none'; sandbox"

/** Longest time in ms for which an answer is produced before other work gets its turn. */
const sliceMs = 8

/**
 * A stream that is pulled chunk by chunk, so that a slow reader keeps memory bounded, and ended where the
 * reader disconnects. Content that is in memory already would otherwise be sent in one turn of the event
 * loop, however long it is. A reader may be slow but not stop.
 */
const toReadable = (content: AsyncIterable<Uint8Array>, request: FileRequest): ReadableStream<Uint8Array> => {
  const chunks = content[Symbol.asyncIterator]()
  const sent = countSilenceOurselves(request)
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
        stopped = afterSilence(() => {
          controller.error(new Error('Nobody reads any more.'))
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

/** RFC 6266: an ASCII name for old clients and the real one beside it. */
const disposition = (fileName: string): string => {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  )
  return `inline; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/**
 * Headers of every answer that sets none of its own: the browser must take the content for what it is
 * declared to be, load and frame nothing, and tell the address to no other site, because it may be a page's
 * only protection.
 */
const everywhere: readonly (readonly [name: string, value: string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Referrer-Policy', 'no-referrer'],
]

/** A year. It is set without `includeSubDomains`, because other services may live below the host. */
const strictTransport = 'max-age=31536000'

/** Adds the headers to an answer; an answer with a policy of its own keeps it. */
export const addSecurityHeaders = (headers: Headers, baseUrl: string): void => {
  for (const [name, value] of everywhere) {
    if (!headers.has(name)) headers.set(name, value)
  }
  if (baseUrl.startsWith('https:')) headers.set('Strict-Transport-Security', strictTransport)
}
