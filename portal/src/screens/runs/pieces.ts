/** Maximum pieces per request. */
export const piecesPerReport = 100

/** Separators of ranges and lists. */
const range = /\s*(?:[-–—]|\.{2,3}|…|t\/m|tot en met|tot|through|to|bis|à)\s*/g
const list = /[\s,;+&]+(?:(?:and|en|und|et)\s+)?/

/** A range of pieces, inclusive. */
interface Span {
  from: number
  to: number
}

/** Parses the ranges in a text, in order; undefined if one is unclear. */
const spansIn = (text: string): Span[] | undefined => {
  const spans: Span[] = []
  const parts = text.toLowerCase().trim().replace(range, '-').split(list)
  for (const part of parts.filter(Boolean)) {
    const match = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(part)
    if (!match) return undefined
    const from = Number(match[1])
    const to = Number(match[2] ?? match[1])
    if (to < from) return undefined
    spans.push({ from, to })
  }
  return spans
}

/** Returns the parts outside 1 to `max`. */
const outsideOf = ({ from, to }: Span, max: number): Span[] => [
  ...(from < 1 ? [{ from, to: Math.min(to, 0) }] : []),
  ...(to > max ? [{ from: Math.max(from, max + 1), to }] : []),
]

/** Parses `3, 7-9` or `3, 7 to 9 and 12`, sorted; undefined if empty, unclear, or outside 1 to `max`. */
export const piecesIn = (text: string, max: number): number[] | undefined => {
  const spans = spansIn(text)
  if (!spans || spans.some((span) => outsideOf(span, max).length > 0)) return undefined
  const places = new Set<number>()
  for (const { from, to } of spans) for (let place = from; place <= to; place++) places.add(place)
  return places.size === 0 ? undefined : [...places].sort((a, b) => a - b)
}

/** Returns ranges outside the run; empty if the text is unclear. */
export const absentIn = (text: string, max: number): Span[] =>
  (spansIn(text) ?? []).flatMap((span) => outsideOf(span, max))

/** Converts ascending numbers to inclusive ranges. */
export const spansOf = (places: readonly number[]): Span[] => {
  const spans: Span[] = []
  for (const place of places) {
    const last = spans.at(-1)
    if (last && place === last.to + 1) last.to = place
    else spans.push({ from: place, to: place })
  }
  return spans
}

/** Formats numbers as `3, 7–9`. */
export const written = (places: readonly number[]): string => writtenSpans(spansOf(places))

export const writtenSpans = (spans: readonly Span[]): string =>
  spans.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`)).join(', ')
