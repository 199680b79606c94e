/** The most pieces that one request reports. */
export const piecesPerReport = 100

/** What people write between the first and the last of several numbers, and between two that are listed. */
const range = /\s*(?:[-–—]|\.{2,3}|…|t\/m|tot en met|tot|through|to)\s*/g
const list = /[\s,;+&]+(?:(?:and|en)\s+)?/

/**
 * The places that a text such as `3, 7-9` or `3, 7 to 9 and 12` names, in order; undefined where it names none
 * or is unclear.
 */
export const piecesIn = (text: string, most: number): number[] | undefined => {
  const places = new Set<number>()
  const parts = text.toLowerCase().trim().replace(range, '-').split(list)
  for (const part of parts.filter(Boolean)) {
    const match = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(part)
    if (!match) return undefined
    const from = Number(match[1])
    const to = Number(match[2] ?? match[1])
    if (from < 1 || to < from || to > most) return undefined
    for (let place = from; place <= to; place++) places.add(place)
  }
  return places.size === 0 ? undefined : [...places].sort((a, b) => a - b)
}

/** Ascending places as spans, which have both ends in them. */
export const spansOf = (places: readonly number[]): { from: number; to: number }[] => {
  const spans: { from: number; to: number }[] = []
  for (const place of places) {
    const last = spans.at(-1)
    if (last && place === last.to + 1) last.to = place
    else spans.push({ from: place, to: place })
  }
  return spans
}

/** Places as a person writes them: `3, 7–9`. */
export const written = (places: readonly number[]): string =>
  spansOf(places)
    .map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`))
    .join(', ')
