import type { ElementOf } from '../../../../src/core/template/document.ts'
import { fillTags, parseTags, TAG, type Values } from '../../../../src/core/template/tags.ts'
import { indent } from '../../../../src/typesetting/page/text.ts'
import { points } from '../../../../src/typesetting/page/units.ts'
import type { TextLine } from '../../../../src/typesetting/text/line.ts'
import type { TextLayout } from '../../../../src/typesetting/text/text-layout.ts'

type Range = readonly [from: number, to: number]

/** Stretches of the text as it is printed, with where they are written: letters one by one, a tag as a whole. */
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
 * How far into the printed text each run of a line begins, in the order in which they stand on it; `from` is where
 * the line may begin. A run that comes twice, such as a blank, may be one and the same object.
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
 * Where in the text that is written the caret goes for a point: between the letters that are nearest, before or
 * behind a tag. `at` is in mm from the upper left corner of the box.
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
  // Left of the line is where it begins in a script that runs to the right, and where it ends in another.
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

/** Where a line ends; one without words stands behind the line break that it begins with. */
const endOf = (line: TextLine, index: number, printed: string, from: number): number => {
  if (line.runs.length === 0) return index === 0 ? from : from + 1
  return placesOf(line, printed, from).cursor
}

const startOf = (places: readonly (number | undefined)[], end: number): number =>
  Math.min(end, ...places.filter((place) => place !== undefined))

/** The place in the text that is written of one in the text that is printed; within a tag, its nearer end. */
const writtenAt = (text: string, values: Values, printed: number): number => {
  const part = written(text, values).findLast((one) => printed >= one.printed && one.length > 0)
  if (!part) return text.length
  const into = printed - part.printed
  if (!part.tag) return part.source + Math.min(into, part.length)
  return part.tag[into * 2 < part.length ? 0 : 1]
}
