import type { ElementOf } from '../../../../src/core/template/document.ts'
import { fillTags, parseTags, TAG, type Values } from '../../../../src/core/template/tags.ts'
import { indent } from '../../../../src/typesetting/page/text.ts'
import { points } from '../../../../src/typesetting/page/units.ts'
import type { TextLayout } from '../../../../src/typesetting/text/layout.ts'
import type { TextLine } from '../../../../src/typesetting/text/line.ts'

/** From and to, as a field's selection has them. */
export type Range = readonly [from: number, to: number]

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

/** How far into the printed text each run of a line begins; `from` is where the line may begin. */
const placesOf = (line: TextLine, printed: string, from: number) => {
  const logical = line.rightToLeft ? line.runs.toReversed() : line.runs
  let cursor = from
  const places = new Map<TextLine['runs'][number], number>()
  for (const run of logical) {
    const at = printed.indexOf(run.text, cursor)
    if (at < 0) continue
    places.set(run, at)
    cursor = at + run.text.length
  }
  return { places, cursor }
}

const lineAt = ({ lines, leading, height }: TextLayout, { h, verticalAlign }: Box, y: number): number => {
  const free = Math.max(0, points(h) - height)
  const above = verticalAlign === 'top' ? 0 : verticalAlign === 'bottom' ? free : free / 2
  return Math.min(lines.length - 1, Math.max(0, Math.floor((points(y) - above) / leading)))
}

type Box = Pick<ElementOf<'text'>, 'w' | 'h' | 'align' | 'verticalAlign' | 'text'>

/**
 * The word under a point, as it stands in the text that is written; a tag is taken as a whole. `at` is in mm from
 * the upper left corner of the box.
 */
export const wordAt = (
  layout: TextLayout,
  box: Box,
  values: Values,
  at: { x: number; y: number },
): Range | undefined => {
  const printed = fillTags(parseTags(box.text).parts, values).text
  const index = lineAt(layout, box, at.y)
  let from = 0
  for (const line of layout.lines.slice(0, index)) from = placesOf(line, printed, from).cursor
  const line = layout.lines[index]
  if (!line) return undefined
  const { places } = placesOf(line, printed, from)
  let left = indent(line, layout.size, points(box.w), box.align)
  for (const run of line.runs) {
    const right = left + run.width * layout.size
    const place = places.get(run)
    if (points(at.x) < right && place !== undefined) {
      const share = Math.max(0, (points(at.x) - left) / (right - left))
      const letter = run.level % 2 === 1 ? 1 - share : share
      return rangeAt(
        box.text,
        values,
        place + Math.min(run.text.length - 1, Math.floor(letter * run.text.length)),
      )
    }
    left = right
  }
  return undefined
}

const rangeAt = (text: string, values: Values, printed: number): Range | undefined => {
  const part = written(text, values).find(
    (one) => printed >= one.printed && printed < one.printed + one.length,
  )
  if (!part) return undefined
  if (part.tag) return part.tag
  const own = text.slice(part.source, part.source + part.length)
  const word = [...own.matchAll(/[\p{L}\p{N}\p{M}’'_-]+/gu)].find(
    ({ index, 0: letters }) =>
      printed - part.printed >= index && printed - part.printed < index + letters.length,
  )
  const start = part.source + (word ? word.index : printed - part.printed)
  return [start, start + (word ? word[0].length : 1)]
}
