import type { FileRequest } from './files.ts'

/** A body as it is sent, and the headers that say how. */
export interface Encoded {
  body: string | Uint8Array<ArrayBuffer>
  headers: Record<string, string>
}

const codings = ['br', 'gzip'] as const
type Coding = (typeof codings)[number]

/** Shorter ones fit into the packet that their headers travel in. */
export const smallestBytes = 1024

/**
 * A text, compressed where that is worth it and the asker takes it: 50 items of 57 KB travel as 3.5. It is done in the threads of
 * zlib, so that no size holds up the event loop.
 */
export const encoded = async (text: string, request: FileRequest): Promise<Encoded> => {
  if (text.length < smallestBytes) return { body: text, headers: {} }
  const headers: Record<string, string> = { Vary: 'Accept-Encoding' }
  const coding = isOthersDoing(request) ? undefined : codingOf(request)
  if (!coding) return { body: text, headers }
  return { body: await compressed(text, coding), headers: { ...headers, 'Content-Encoding': coding } }
}

/**
 * BREACH: where a page of another site makes a browser ask with its cookie, the length of a compressed answer tells what in it
 * equals something that the page chose. So a cookie's answer is compressed for pages of ours only, as far as the browser vouches
 * for it; `SameSite=Strict` leaves only sites below the same domain anyway.
 */
const isOthersDoing = ({ headers }: FileRequest): boolean =>
  headers.get('cookie') !== null && !/^(?:same-origin|none)$/.test(headers.get('sec-fetch-site') ?? '')

/** The one of these that the asker likes best, the first where it likes several the same; undefined where it takes none. */
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

/** zlib is slow to load, and a start has no time for it. */
export const compressed = async (text: string, coding: Coding): Promise<Uint8Array<ArrayBuffer>> => {
  const [{ promisify }, zlib] = await Promise.all([import('node:util'), import('node:zlib')])
  const bytes =
    coding === 'gzip'
      ? await promisify(zlib.gzip)(text)
      : await promisify(zlib.brotliCompress)(text, {
          // The best quality would take a hundred times as long for a fifth less.
          params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 },
        })
  return new Uint8Array(bytes)
}
