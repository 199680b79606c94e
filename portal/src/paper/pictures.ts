import { ApiProblem, place, type Schemas } from '../api/client.ts'
import { passive } from '../api/presence.ts'
import { session } from '../api/session.svelte.ts'

export interface Picture {
  /** An object URL. */
  url: string
  pageCount: number
}

/** Cache by organisation, mode and path; the oldest are evicted. */
const cache = new Map<string, Promise<Picture>>()
const maxCached = 300

session.left.add(() => {
  for (const picture of cache.values())
    void picture.then(({ url }) => URL.revokeObjectURL(url)).catch(() => {})
  cache.clear()
})

type Query = Record<string, string | number>

const addressOf = (path: string, query: Query): string => {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return `/v1/${path}?${search}`
}
const keyOf = (address: string): string => `${place.organisationId} ${place.mode} ${address}`

/**
 * Loads a picture at a path of the API, whose query contains everything that would change it. Uses `fetch`,
 * because `<img>` can't send the organisation and mode headers. Starts once `first` has settled. Throws
 * `ApiProblem` if the piece can't be drawn.
 */
export const pictureAt = (path: string, query: Query, first?: Promise<Picture>): Promise<Picture> => {
  const address = addressOf(path, query)
  const key = keyOf(address)
  const known = cache.get(key)
  if (known) return known
  const headers = headersHere()
  const requestNow = () => request(address, headers)
  const drawn = first ? first.then(requestNow, requestNow) : requestNow()
  cache.set(key, drawn)
  drawn.catch(() => cache.delete(key))
  if (cache.size > maxCached) {
    const [oldest, picture] = cache.entries().next().value!
    cache.delete(oldest)
    void picture.then(({ url }) => URL.revokeObjectURL(url))
  }
  return drawn
}

const headersHere = (): Record<string, string> => ({
  'X-Mode': place.mode,
  ...passive(),
  ...(place.organisationId ? { 'X-Organisation-Id': place.organisationId } : {}),
})

const request = async (address: string, headers: Record<string, string>): Promise<Picture> => {
  // Browsers cache pictures for an hour by the item's revision, which doesn't change with the sender's data.
  const isStale = reloaded && !reloaded.has(address)
  reloaded?.add(address)
  const response = await fetch(address, { headers, cache: isStale ? 'reload' : 'default' })
  if (!response.ok) throw new ApiProblem(response.status, await response.json().catch(() => undefined))
  const url = URL.createObjectURL(await response.blob())
  return { url, pageCount: Number(response.headers.get('page-count') ?? 1) }
}

/** Addresses requested since `redraw` was called; undefined if it wasn't. */
let reloaded: Set<string> | undefined

/** Discards all pictures. Call it when data printed on all pieces changed, such as the sender. */
export const redraw = (): void => {
  // Not revoked, because the URLs may still be shown.
  cache.clear()
  reloaded = new Set()
}

/** Resolution of thumbnails in lists. */
export const thumbnailDpi = 36

type PrintedItem = Pick<Schemas['Item'], 'id' | 'revision'>

/** Loads a trimmed page of an item. */
export const pictureOf = (item: PrintedItem, page: number, dpi: number): Promise<Picture> => {
  const { id, revision } = item
  // Waits for a thumbnail that is still loading: next to the large picture, it would arrive much later.
  const thumbnail = dpi === thumbnailDpi ? undefined : knownThumbnail(item, page)
  return pictureAt(`items/${id}/paper`, { page, dpi, revision }, thumbnail)
}

/** Returns the thumbnail of a page if it was requested before. */
export const knownThumbnail = ({ id, revision }: PrintedItem, page: number): Promise<Picture> | undefined =>
  cache.get(keyOf(addressOf(`items/${id}/paper`, { page, dpi: thumbnailDpi, revision })))

/** Returns the first page of an item for `Thumb`; a white sheet for an erased item, which has no picture. */
export const itemThumb = (item: PrintedItem & Pick<Schemas['Item'], 'erasure'>) => ({
  key: item.erasure?.completedAt ? undefined : `${item.id} ${item.revision}`,
  load: () => pictureOf(item, 1, thumbnailDpi),
})

/** `draft` is needed for its picture only. */
type Template = Pick<Schemas['Template'], 'id'> & Partial<Pick<Schemas['Template'], 'draft'>>

/** Loads a page of a template version or draft with sample values. */
export const designPicture = (
  { id, draft }: Template,
  version: number | 'draft',
  page: number,
  dpi: number,
): Promise<Picture> =>
  pictureAt(`templates/${id}/paper`, {
    page,
    dpi,
    version,
    ...(version === 'draft' && draft ? { revision: draft.revision } : {}),
  })
