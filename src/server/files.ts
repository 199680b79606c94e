import { FastResponse, type ServerRequest } from 'srvx'
import type { StoredBytes } from '../core/engine/operation.ts'
import { problem } from '../core/kernel/errors.ts'
import { redirectBytes } from './limits.ts'
import { serverProblems } from './sentences.ts'

/** The parts of a request that matter for ranges and caching. */
export interface FileRequest {
  method: string
  headers: { get(name: string): string | null }
  /** The runtime's request, if there is one. */
  runtime?: ServerRequest['runtime']
}

/**
 * Answers with a file (RFC 9110): 304 if the client's copy is current, 206 for one range, headers only for
 * HEAD, and 302 for a large file that can be downloaded from the blob store, also in parts. Multiple ranges
 * and units other than bytes return the whole file. Throws 416 for a range outside the file, or 404.
 */
export const fileResponse = async (
  { method, headers: requestHeaders }: FileRequest,
  file: StoredBytes,
  headers: Record<string, string>,
  toReadable: (content: AsyncIterable<Uint8Array>) => ReadableStream<Uint8Array>,
): Promise<Response> => {
  const tag = `"${file.etag}"`
  const cached = {
    ETag: tag,
    'Cache-Control':
      file.maxAgeSeconds > 0 ? `private, max-age=${file.maxAgeSeconds}, immutable` : 'private, no-cache',
  }
  const all: Record<string, string> = { ...headers, ...cached, 'Accept-Ranges': 'bytes' }
  if (matches(requestHeaders.get('if-none-match'), tag)) {
    return new FastResponse(null, { status: 304, headers: { ...all } })
  }
  const address = method === 'GET' ? await downloadUrl(requestHeaders, file, headers) : undefined
  if (address !== undefined) return redirect(address, headers)
  const condition = requestHeaders.get('if-range')
  const range =
    method === 'GET' && (condition === null || condition === tag)
      ? rangeOf(requestHeaders.get('range'), file.size)
      : undefined
  if (range === 'unsatisfiable') {
    throw problem(serverProblems.sentence('range_not_satisfiable', { bytes: file.size }), {
      headers: { 'Content-Range': `bytes */${file.size}` },
    })
  }
  if (range) all['Content-Range'] = `bytes ${range.start}-${range.end - 1}/${file.size}`
  all['Content-Length'] = String(range ? range.end - range.start : file.size)
  if (method === 'HEAD') return new FastResponse(null, { status: 200, headers: all })
  const content = await file.open(range)
  if (!content) throw problem(serverProblems.sentence('not_found.file'))
  return new FastResponse(toReadable(content), { status: range ? 206 : 200, headers: all })
}

/**
 * Returns a URL from which a program can download a large file. Not for browsers: the portal's policy lets
 * its pages load nothing from elsewhere, and the blob store need not allow cross-origin reads.
 */
const downloadUrl = async (
  requestHeaders: FileRequest['headers'],
  { size, link }: StoredBytes,
  { 'Content-Type': contentType = '', 'Content-Disposition': disposition }: Record<string, string>,
): Promise<string | undefined> => {
  if (!link || size < redirectBytes) return undefined
  if (requestHeaders.get('cookie') !== null || requestHeaders.get('sec-fetch-site') !== null) return undefined
  return link({ contentType, ...(disposition === undefined ? {} : { disposition }) })
}

const redirect = (address: string, headers: Record<string, string>): Response => {
  const { 'Content-Type': _type, 'Content-Disposition': _disposition, ...kept } = headers
  // Caches must not keep a URL that soon expires.
  return new FastResponse(null, {
    status: 302,
    headers: { ...kept, Location: address, 'Cache-Control': 'no-store' },
  })
}

/** True if the header is `*` or lists the tag. Weak tags match too, because the bytes never change. */
export const matches = (header: string | null, tag: string): boolean =>
  header !== null &&
  (header.trim() === '*' || header.split(',').some((entry) => entry.trim().replace(/^W\//, '') === tag))

const rangeOf = (
  header: string | null,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined => {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '')
  if (!match) return undefined
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return undefined
  if (first === '') {
    const start = Math.max(0, size - Number(last))
    return start < size ? { start, end: size } : 'unsatisfiable'
  }
  const start = Number(first)
  // A range that ends before its start is invalid.
  if (last !== '' && Number(last) < start) return undefined
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size : Math.min(size, Number(last) + 1) }
}
