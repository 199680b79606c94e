import type { Place } from './order.ts'

/** Neighbouring pieces of one country that go into one tray, as places in the run's order. */
export interface Tray<P = Place> {
  country: string
  pieces: P[]
}

/**
 * Divides pieces in postal order into trays: a tray holds one country, at most so many pieces, and ends where
 * a postal region does if that leaves it at least half full. The pieces after any tray are divided alike
 * whether those before them are there or not, so that a rendering that was interrupted goes on as it began.
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

/**
 * Whole trays of one country for each part, as many as it holds. A part never holds two countries, so that
 * the printer can send each on its way as it is done.
 */
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
