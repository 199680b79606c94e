import type { BoxMm } from '../../core/kernel/finding.ts'
import { colourOf, type ElementOf } from '../../core/template/document.ts'
import { pageSentences } from '../sentences.ts'
import type { TextLine } from '../text/line.ts'
import { layoutText, type TextLayout, type TextStyle } from '../text/text-layout.ts'
import { BLACK, type Content } from './content.ts'
import type { Report } from './report.ts'
import type { Scene } from './scene.ts'
import { type BoxPt, num, points, rounded } from './units.ts'

export type Align = ElementOf<'text'>['align']

/** Draws a text element whose tags are filled in. */
export const drawText = (
  scene: Scene,
  content: Content,
  element: ElementOf<'text'>,
  text: string,
  report: Report,
): void => {
  const typesetter = scene.book.typesetter(element.font)
  if (!typesetter || text === '') return
  const box = scene.space.box(element)
  const layout = layoutText(typesetter, text, box, {
    size: element.size,
    minSize: element.overflow === 'shrink' ? (element.minSize ?? element.size) : element.size,
    lineHeight: element.lineHeight,
    wrap: true,
  })
  report.layout = layout
  report.glyphsMissing(layout.missing, element)
  if (!layout.fits) reportOverflow(layout, element, report)
  const draw = () => {
    content.fill(colourOf(scene.document, element.color) ?? BLACK)
    drawLines(content, layout, box, { ...element, metrics: typesetter.primary.metrics })
  }
  if (layout.fits || element.overflow !== 'clip') draw()
  else
    content.within(() => {
      content.clip(box)
      draw()
    })
}

const reportOverflow = (layout: TextLayout, element: ElementOf<'text'>, report: Report): void => {
  const needed = {
    w: rounded(layout.width / points(1)),
    h: rounded(layout.height / points(1)),
    size: layout.size,
  }
  const values = { ...needed, boxW: rounded(element.w), boxH: rounded(element.h) }
  if (element.overflow === 'clip') report.warning(pageSentences.sentence('text_clipped', values), element)
  else report.error(pageSentences.sentence('text_overflow', values), element)
}

interface LinePlacement {
  align: Align
  verticalAlign: ElementOf<'text'>['verticalAlign']
  metrics: { ascender: number; descender: number }
}

/** Draws lines, each one leading high with the font's ascent and descent centred in it. */
export const drawLines = (
  content: Content,
  layout: TextLayout,
  box: BoxPt,
  placement: LinePlacement,
): void => {
  const free = Math.max(0, box.h - layout.height)
  const offset =
    placement.verticalAlign === 'top' ? 0 : placement.verticalAlign === 'bottom' ? free : free / 2
  const { ascender, descender } = placement.metrics
  const drop = layout.leading / 2 + (((ascender + descender) / 2) * layout.size) / 1000
  const first = box.y + box.h - offset - drop
  content.beginText()
  let atX = 0
  let atY = 0
  for (const [index, line] of layout.lines.entries()) {
    if (line.runs.length === 0) continue
    const x = roundPoint(box.x + indent(line, layout.size, box.w, placement.align))
    const y = roundPoint(first - index * layout.leading)
    content.raw(`${num(x - atX)} ${num(y - atY)} Td`)
    atX = x
    atY = y
    content.showLine(line, layout.size)
  }
  content.endText()
}

/** Rounds before subtracting, so that the relative moves of many lines don't accumulate errors. */
const roundPoint = (value: number): number => Math.round(value * 1000) / 1000

/** Returns the distance from the left of a box of this width, in points, to the start of the line. */
export const indent = (line: TextLine, size: number, width: number, align: Align): number => {
  const free = width - line.width * size
  if (align === 'center') return free / 2
  if (align === 'left' || align === 'right') return align === 'left' ? 0 : free
  return (align === 'end') === line.rightToLeft ? 0 : free
}

/** Draws text into a zone of the sheet: the address or the return line. It may shrink to fit. */
export const drawFittedLines = (
  template: Scene,
  content: Content,
  text: string,
  options: { font: string; box: BoxMm } & TextStyle,
): TextLayout | undefined => {
  const typesetter = template.book.typesetter(options.font)
  if (!typesetter) return undefined
  const box = template.space.box(options.box)
  const layout = layoutText(typesetter, text, box, options)
  content.fill(BLACK)
  // Aligns the whole block to one side, so that a Latin street below an Arabic name stays with it.
  const align = layout.lines.every((line) => line.rightToLeft) ? 'right' : 'left'
  drawLines(content, layout, box, {
    align,
    verticalAlign: 'top',
    metrics: typesetter.primary.metrics,
  })
  return layout
}
