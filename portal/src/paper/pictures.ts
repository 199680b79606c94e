import { ApiProblem, place, type Schemas } from '../api/client.ts'
import { passive } from '../api/presence.ts'
import { session } from '../api/session.svelte.ts'

export interface Picture {
  /** An address in this browser's memory. */
  url: string
  pageCount: number
}

/** Pictures that were drawn, by organisation, mode and address; the oldest are let go. */
const kept = new Map<string, Promise<Picture>>()
const mostKept = 300

session.left.add(() => {
  for (const picture of kept.values())
    void picture.then(({ url }) => URL.revokeObjectURL(url)).catch(() => {})
  kept.clear()
})

type Query = Record<string, string | number>

const addressOf = (path: string, query: Query): string => {
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return `/v1/${path}?${asked}`
}
const keyOf = (address: string): string => `${place.organisationId} ${place.mode} ${address}`

/**
 * The picture at an address of the API, whose query says what would change it. It is fetched, because an `<img>`
 * could send neither the organisation nor the mode. It is asked for once `first` is there, or could not be drawn.
 * Throws `ApiProblem` where the piece cannot be drawn.
 */
export const pictureAt = (path: string, query: Query, first?: Promise<Picture>): Promise<Picture> => {
  const address = addressOf(path, query)
  const key = keyOf(address)
  const known = kept.get(key)
  if (known) return known
  const headers = headersHere()
  const askNow = () => ask(address, headers)
  const drawn = first ? first.then(askNow, askNow) : askNow()
  kept.set(key, drawn)
  drawn.catch(() => kept.delete(key))
  if (kept.size > mostKept) {
    const [oldest, picture] = kept.entries().next().value!
    kept.delete(oldest)
    void picture.then(({ url }) => URL.revokeObjectURL(url))
  }
  return drawn
}

const headersHere = (): Record<string, string> => ({
  'X-Mode': place.mode,
  ...passive(),
  ...(place.organisationId ? { 'X-Organisation-Id': place.organisationId } : {}),
})

const ask = async (address: string, headers: Record<string, string>): Promise<Picture> => {
  // The browser keeps a picture for an hour under the revision of its item, which does not change with the sender.
  const isStale = asked && !asked.has(address)
  asked?.add(address)
  const response = await fetch(address, { headers, cache: isStale ? 'reload' : 'default' })
  if (!response.ok) throw new ApiProblem(response.status, await response.json().catch(() => undefined))
  const url = URL.createObjectURL(await response.blob())
  return { url, pageCount: Number(response.headers.get('page-count') ?? 1) }
}

/** Addresses that were asked for since something beside the items changed; undefined while nothing did. */
let asked: Set<string> | undefined

/** Something that pieces print beside their own data was changed, such as the sender: they are drawn anew. */
export const redraw = (): void => {
  // Their addresses may still be shown.
  kept.clear()
  asked = new Set()
}

/** The size of a page in a list. */
export const thumbnailDpi = 36

/** A page of an item as it is cut. */
export const pictureOf = (
  { id, revision }: Pick<Schemas['Item'], 'id' | 'revision'>,
  page: number,
  dpi: number,
): Promise<Picture> => {
  const path = `items/${id}/paper`
  if (dpi === thumbnailDpi) return pictureAt(path, { page, dpi, revision })
  // An arrival is first seen small; drawn beside the large one it would come much later.
  const thumbnail = kept.get(keyOf(addressOf(path, { page, dpi: thumbnailDpi, revision })))
  return pictureAt(path, { page, dpi, revision }, thumbnail)
}

type Template = Pick<Schemas['Template'], 'id' | 'draft'>

/** A page of a version of a template, or of its draft, with the samples of the merge fields. */
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
    ...(version === 'draft' ? { revision: draft.revision } : {}),
  })
