import type { FileRequest } from './files.ts'

/** A body as it is sent, and the headers that describe its coding. */
export interface Encoded {
  body: string | Uint8Array<ArrayBuffer>
  headers: Record<string, string>
}

const codings = ['br', 'gzip'] as const
type Coding = (typeof codings)[number]

/** Shorter texts fit into the packet with their headers, so compression gains nothing. */
export const smallestBytes = 1024

/**
 * A text, compressed where that is worth it and the client accepts it: 50 items of 57 KB become 3.5 KB.
 * zlib's threads do the work, so that no size blocks the event loop.
 */
export const encoded = async (text: string, request: FileRequest): Promise<Encoded> => {
  if (text.length < smallestBytes) return { body: text, headers: {} }
  const headers: Record<string, string> = { Vary: 'Accept-Encoding' }
  const coding = isOthersDoing(request) ? undefined : codingOf(request)
  if (!coding) return { body: text, headers }
  return { body: await compressed(text, coding), headers: { ...headers, 'Content-Encoding': coding } }
}

/**
 * Against BREACH: where a page of another site makes a browser send a request with its cookie, the length of
 * a compressed answer reveals which parts of it equal text that the page chose. So an answer to a cookie is
 * compressed only for pages of this server, as far as the browser vouches for them; `SameSite=Strict` leaves
 * only sites below the same domain anyway.
 */
const isOthersDoing = ({ headers }: FileRequest): boolean =>
  headers.get('cookie') !== null && !/^(?:same-origin|none)$/.test(headers.get('sec-fetch-site') ?? '')

/** The coding that the client prefers, the first among equals; undefined where it accepts none. */
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

/** Loads zlib on first use, because it is slow to load and not needed at start. */
export const compressed = async (text: string, coding: Coding): Promise<Uint8Array<ArrayBuffer>> => {
  const [{ promisify }, zlib] = await Promise.all([import('node:util'), import('node:zlib')])
  const bytes =
    coding === 'gzip'
      ? await promisify(zlib.gzip)(text)
      : await promisify(zlib.brotliCompress)(text, {
          // The best quality would take a hundred times as long for a result a fifth smaller.
          params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 },
        })
  return new Uint8Array(bytes)
}
