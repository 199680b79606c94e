/** The most pieces that one request reports. */
export const piecesPerReport = 100

/** What people write between the first and the last of several numbers, and between two that are listed. */
const range = /\s*(?:[-–—]|\.{2,3}|…|t\/m|tot en met|tot|through|to)\s*/g
const list = /[\s,;+&]+(?:(?:and|en)\s+)?/

/** Pieces beside one another, with both ends. */
interface Span {
  from: number
  to: number
}

/** The spans that a text names, as they stand there; undefined where one is unclear. */
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

/** What lies before the first piece, or after the last of `most`. */
const outsideOf = ({ from, to }: Span, most: number): Span[] => [
  ...(from < 1 ? [{ from, to: Math.min(to, 0) }] : []),
  ...(to > most ? [{ from: Math.max(from, most + 1), to }] : []),
]

/**
 * The places that a text such as `3, 7-9` or `3, 7 to 9 and 12` names, in order; undefined where it names none,
 * is unclear, or names one that a run of `most` pieces does not have.
 */
export const piecesIn = (text: string, most: number): number[] | undefined => {
  const spans = spansIn(text)
  if (!spans || spans.some((span) => outsideOf(span, most).length > 0)) return undefined
  const places = new Set<number>()
  for (const { from, to } of spans) for (let place = from; place <= to; place++) places.add(place)
  return places.size === 0 ? undefined : [...places].sort((a, b) => a - b)
}

/** What a text names that a run of `most` pieces does not have: nothing where the text is unclear. */
export const absentIn = (text: string, most: number): Span[] =>
  (spansIn(text) ?? []).flatMap((span) => outsideOf(span, most))

/** Ascending places as spans, which have both ends in them. */
export const spansOf = (places: readonly number[]): Span[] => {
  const spans: Span[] = []
  for (const place of places) {
    const last = spans.at(-1)
    if (last && place === last.to + 1) last.to = place
    else spans.push({ from: place, to: place })
  }
  return spans
}

/** Places as a person writes them: `3, 7–9`. */
export const written = (places: readonly number[]): string => writtenSpans(spansOf(places))

export const writtenSpans = (spans: readonly Span[]): string =>
  spans.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`)).join(', ')
