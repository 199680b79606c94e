import type { FileRequest } from './files.ts'

/** A response body, and the headers of its encoding. */
interface Encoded {
  body: string | Uint8Array<ArrayBuffer>
  headers: Record<string, string>
}

const codings = ['br', 'gzip'] as const
type Coding = (typeof codings)[number]

/** Shorter texts fit into one packet with the headers, so compression gains nothing. */
export const smallestBytes = 1024

/**
 * Compresses a text if it is long enough and the client accepts that: 50 items of 57 KB become 3.5 KB. zlib's
 * threads do the work, so that no size blocks the event loop.
 */
export const encoded = async (text: string, request: FileRequest): Promise<Encoded> => {
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

/**
 * Decompresses for the few clients that accept no compression. Loads zlib on demand, because it is slow to
 * load.
 */
export const inflated = async (compressed: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => {
  const [{ promisify }, { gunzip }] = await Promise.all([import('node:util'), import('node:zlib')])
  return new Uint8Array(await promisify(gunzip)(compressed))
}
