import { type ElementOf, fillTags, parseTags, TAG, type Values } from '#lettershop/template'
import { indent, points, type TextLayout, type TextLine } from '#lettershop/typesetting'

type Range = readonly [from: number, to: number]

/** Splits the source text into literals and tags, with their offsets in the source and printed texts. */
const written = (text: string, values: Values) => {
  const tags = [...text.matchAll(TAG)].map((match): Range => [match.index, match.index + match[0].length])
  let source = 0
  let printed = 0
  return parseTags(text).parts.map((part) => {
    const tag = typeof part === 'string' ? undefined : tags.shift()
    const length = fillTags([part], values).text.length
    const own = { printed, length, source, tag }
    source = tag ? tag[1] : source + length
    printed += length
    return own
  })
}

/**
 * Returns the offset of each run of a line in the printed text, in visual order, and the end of the line as
 * `cursor`. `from` is the earliest start of the line. Equal runs, such as spaces, may be the same object.
 */
const placesOf = (line: TextLine, printed: string, from: number) => {
  const logical = line.rightToLeft ? line.runs.toReversed() : line.runs
  let cursor = from
  const places = logical.map(({ text }) => {
    const at = printed.indexOf(text, cursor)
    if (at >= 0) cursor = at + text.length
    return at < 0 ? undefined : at
  })
  return { places: line.rightToLeft ? places.reverse() : places, cursor }
}

const lineAt = ({ lines, leading, height }: TextLayout, { h, verticalAlign }: Box, y: number): number => {
  const free = Math.max(0, points(h) - height)
  const above = verticalAlign === 'top' ? 0 : verticalAlign === 'bottom' ? free : free / 2
  return Math.min(lines.length - 1, Math.max(0, Math.floor((points(y) - above) / leading)))
}

type Box = Pick<ElementOf<'text'>, 'w' | 'h' | 'align' | 'verticalAlign' | 'text'>

/**
 * Returns the caret position in the source text for a point: between the nearest characters, before or after
 * a tag. `at` is in mm from the top left of the box.
 */
export const caretAt = (
  layout: TextLayout,
  box: Box,
  values: Values,
  at: { x: number; y: number },
): number => {
  const printed = fillTags(parseTags(box.text).parts, values).text
  const index = lineAt(layout, box, at.y)
  const from = layout.lines.slice(0, index).reduce((at, line, n) => endOf(line, n, printed, at), 0)
  const line = layout.lines[index]
  if (!line) return box.text.length
  const { places } = placesOf(line, printed, from)
  const end = endOf(line, index, printed, from)
  let left = indent(line, layout.size, points(box.w), box.align)
  // A point left of the line means its start in left-to-right text, its end in right-to-left text.
  if (points(at.x) < left) return writtenAt(box.text, values, line.rightToLeft ? end : startOf(places, end))
  for (const [n, run] of line.runs.entries()) {
    const right = left + run.width * layout.size
    const place = places[n]
    if (points(at.x) < right && place !== undefined) {
      const share = Math.max(0, (points(at.x) - left) / (right - left))
      const letter = run.level % 2 === 1 ? 1 - share : share
      return writtenAt(box.text, values, place + Math.round(letter * run.text.length))
    }
    left = right
  }
  return writtenAt(box.text, values, line.rightToLeft ? startOf(places, end) : end)
}

/** Returns the end of a line in the printed text. An empty line ends after the preceding line break. */
const endOf = (line: TextLine, index: number, printed: string, from: number): number => {
  if (line.runs.length === 0) return index === 0 ? from : from + 1
  return placesOf(line, printed, from).cursor
}

const startOf = (places: readonly (number | undefined)[], end: number): number =>
  Math.min(end, ...places.filter((place) => place !== undefined))

/** Maps a position in the printed text to the source; within a tag, to its nearer end. */
const writtenAt = (text: string, values: Values, printed: number): number => {
  const part = written(text, values).findLast((one) => printed >= one.printed && one.length > 0)
  if (!part) return text.length
  const into = printed - part.printed
  if (!part.tag) return part.source + Math.min(into, part.length)
  return part.tag[into * 2 < part.length ? 0 : 1]
}
