import { postalRegion, postalSortKey } from '../../../address/postal-order.ts'
import { chunksById, oneOf, slices, type Test } from '../../../kernel/query.ts'
import type { ItemRow } from '../../../model/items.ts'
import type { RunRow } from '../../../model/runs.ts'
import type { Rows } from '../../../ports/store.ts'
import { ofRun } from '../../items/chunks.ts'

/** An item to be sorted. Small, because fifty thousand are held in memory. */
interface Place {
  id: string
  country: string
  postalKey: string
  region: string
}

const readAtOnce = 500

/**
 * Returns items in print order: posting country first, then country and postal code
 * (docs/design/runs.md#print-packages). Ids break ties, so that the order is the same after a crash. Omits
 * finished parts.
 */
export const itemsInOrder = async (
  read: <T>(body: (rows: Rows) => Promise<T>) => Promise<T>,
  run: Pick<RunRow, 'id' | 'organisationId' | 'parts'>,
  originCountry: string,
): Promise<Place[]> => {
  const rendered = run.parts.reduce((count, part) => count + part.items, 0)
  const own = { organisationId: run.organisationId }
  const places: Place[] = []
  const scheduled = (id: Test<string>, limit: number) =>
    read((rows) => rows.items.find(own, [ofRun(run.id, ['SCHEDULED']), { id }], { limit }))
  for await (const items of chunksById(readAtOnce, scheduled)) {
    for (const item of items) {
      if (item.sequence === null || item.sequence > rendered) places.push(placeOf(item))
    }
  }
  return places.sort(byPlaceFrom(originCountry))
}

export const itemsByIds = async (
  read: <T>(body: (rows: Rows) => Promise<T>) => Promise<T>,
  run: RunRow,
  ids: readonly string[],
): Promise<ItemRow[]> => {
  const byId = new Map<string, ItemRow>()
  for (const some of slices(ids, readAtOnce)) {
    for (const item of await read((rows) => rows.items.find(run, { id: oneOf(some) }))) {
      byId.set(item.id, item)
    }
  }
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const placeOf = ({ id, recipientCountry: country, recipient }: ItemRow): Place => {
  const postalCode = recipient.postalCode ?? ''
  return {
    id,
    country,
    postalKey: postalSortKey(country, postalCode),
    region: postalRegion(country, postalCode),
  }
}

const byPlaceFrom =
  (origin: string) =>
  (a: Place, b: Place): number =>
    Number(a.country !== origin) - Number(b.country !== origin) ||
    compare(a.country, b.country) ||
    compare(a.postalKey, b.postalKey) ||
    compare(a.id, b.id)

/** Compares by code unit, so that the order does not depend on machine or locale. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export interface Tray<P = Place> {
  country: string
  pieces: P[]
}

/**
 * Divides pieces into trays of one country. A full tray ends with a postal region if that leaves it more than
 * half full. It does not depend on earlier ones, so an interrupted rendering continues consistently.
 */
export const traysOf = <P extends Pick<Place, 'country' | 'region'>>(
  places: readonly P[],
  capacity: number,
): Tray<P>[] => {
  const trays: Tray<P>[] = []
  for (let start = 0; start < places.length; ) {
    const { country } = places[start]!
    let end = start + 1
    while (end < places.length && end - start < capacity && places[end]!.country === country) end++
    if (places[end]?.country === country) {
      const least = start + Math.ceil(capacity / 2)
      let cut = end
      while (cut > least && places[cut]!.region === places[cut - 1]!.region) cut--
      if (cut > least) end = cut
    }
    trays.push({ country, pieces: places.slice(start, end) })
    start = end
  }
  return trays
}

/** A part holds one country, so that the printer can dispatch each as it is finished. */
export const partsOf = <P>(trays: readonly Tray<P>[], capacity: number): Tray<P>[][] => {
  const parts: Tray<P>[][] = []
  let held = 0
  for (const tray of trays) {
    const open = parts.at(-1)
    if (open && open[0]!.country === tray.country && held + tray.pieces.length <= capacity) {
      open.push(tray)
      held += tray.pieces.length
    } else {
      parts.push([tray])
      held = tray.pieces.length
    }
  }
  return parts
}
