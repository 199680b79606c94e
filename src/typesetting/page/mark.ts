import type { BoxMm } from '../../core/kernel/finding.ts'
import { markLines, sampleMarks } from '../../core/template/sheet-mark.ts'
import type { FontFace } from '../fonts/face.ts'
import { dataMatrix, dataMatrixSide, RING } from '../marks/datamatrix.ts'
import { moduleRectangles } from '../marks/rectangles.ts'
import { BLACK, type Content, fontName, WHITE } from './content.ts'
import type { Scene } from './scene.ts'
import { num, points } from './units.ts'

/** What cameras of inserters and people on the telephone read; larger modules take room and read no better. */
export const markLimits = { moduleMinMm: 0.3, moduleMaxMm: 0.5, textMinPt: 4, textMaxPt: 5.5 } as const
const LINES = 4
const LINE_HEIGHT = 1.15
/** The widest line that a mark can have in ems of its font: sixteen characters, most of them figures. */
const WIDEST_EM = 9.8
/** White between the symbol's quiet zone and the text, in mm. */
const GAP_MM = 0.5

const SYMBOL_MODULES = dataMatrixSide(sampleMarks(1)[0]!.length) + 2 * RING

/**
 * How a mark stands in its zone: along the longer side, symbol first, lines beside it. Its sizes are the same
 * for every piece, so that a zone that is large enough stays so.
 */
export const markSizes = (zone: BoxMm): { moduleMm: number; textPt: number } => {
  const across = Math.min(zone.w, zone.h)
  const along = Math.max(zone.w, zone.h)
  const moduleMm = Math.min(markLimits.moduleMaxMm, across / SYMBOL_MODULES)
  const room = along - SYMBOL_MODULES * moduleMm - GAP_MM
  const textPt = Math.min(
    markLimits.textMaxPt,
    points(room) / WIDEST_EM,
    points(across) / (LINES * LINE_HEIGHT),
  )
  return { moduleMm, textPt }
}

/** Whether cameras and people can read a mark in the zone. */
export const isMarkZoneLargeEnough = (zone: BoxMm): boolean => {
  const { moduleMm, textPt } = markSizes(zone)
  return moduleMm >= markLimits.moduleMinMm && textPt >= markLimits.textMinPt
}

/** Draws a mark on white: the page of a PDF may lie below it. */
export const drawMark = (scene: Scene, content: Content, zone: BoxMm, text: string): void => {
  const box = scene.space.box(zone)
  const { moduleMm, textPt } = markSizes(zone)
  const isUpright = zone.h > zone.w
  const [along, across] = isUpright ? [box.h, box.w] : [box.w, box.h]
  content.within(() => {
    content.raw(
      isUpright
        ? `0 1 -1 0 ${num(box.x + box.w)} ${num(box.y)} cm`
        : `1 0 0 1 ${num(box.x)} ${num(box.y)} cm`,
    )
    content.fill(WHITE)
    content.rectangle({ x: 0, y: 0, w: along, h: across }, 'f')
    content.fill(BLACK)
    const module = points(moduleMm)
    const left = RING * module
    const top = (across + SYMBOL_MODULES * module) / 2 - RING * module
    content.within(() => {
      const step = String(Math.round(module * 1e6) / 1e6)
      content.raw(`${step} 0 0 -${step} ${num(left)} ${num(top)} cm`)
      content.raw(`${moduleRectangles(dataMatrix(text), RING)}f`)
    })
    const x = SYMBOL_MODULES * module + points(GAP_MM)
    drawLines(scene.book.marks, content, markLines(text), { x, middle: across / 2, size: textPt })
  })
}

/** Figures and capitals one by one, without shaping: none of them joins another, and every sheet has new ones. */
const drawLines = (
  face: FontFace,
  content: Content,
  lines: readonly string[],
  { x, middle, size }: { x: number; middle: number; size: number },
): void => {
  const leading = size * LINE_HEIGHT
  const capHeight = (face.metrics.capHeight * size) / 1000
  const first = middle + ((lines.length - 1) * leading - capHeight) / 2
  content.beginText()
  content.raw(`/${fontName(face.key)} ${num(size)} Tf`)
  for (const [index, line] of lines.entries()) {
    content.raw(index === 0 ? `${num(x)} ${num(first)} Td` : `0 ${num(-leading)} Td`)
    const glyphs = Array.from(line, (character) => face.glyphOf(character.codePointAt(0)!))
    content.glyphs.add(face, glyphs)
    content.raw(`[<${glyphs.map((glyph) => glyph.toString(16).padStart(4, '0')).join('')}>] TJ`)
  }
  content.endText()
}
