import type { BoxMm } from '../../core/kernel/finding.ts'
import type { PartPiece } from '../../core/ports/renderer.ts'
import { sheetOfPage, zonesOn } from '../../core/template/sheet.ts'
import {
  markGapMm,
  markLineHeight,
  markLines,
  markModules,
  markSizes,
} from '../../core/template/sheet-mark.ts'
import type { FontFace } from '../fonts/face.ts'
import { dataMatrix, QUIET_MODULES } from '../marks/datamatrix.ts'
import { moduleRectangles } from '../marks/rectangles.ts'
import { drawSequence } from './address.ts'
import { BLACK, type Content, fontName, WHITE } from './content.ts'
import type { Scene } from './scene.ts'
import { num, points } from './units.ts'

/** Draws a sheet mark on white, because a PDF page may be behind it. */
const drawMark = (scene: Scene, content: Content, zone: BoxMm, text: string): void => {
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
    const left = QUIET_MODULES * module
    const top = (across + markModules * module) / 2 - QUIET_MODULES * module
    content.within(() => {
      const step = String(Math.round(module * 1e6) / 1e6)
      content.raw(`${step} 0 0 -${step} ${num(left)} ${num(top)} cm`)
      content.raw(`${moduleRectangles(dataMatrix(text), QUIET_MODULES)}f`)
    })
    const x = markModules * module + points(markGapMm)
    drawLines(scene.book.marks, content, markLines(text), { x, middle: across / 2, size: textPt })
  })
}

/** Draws digits and capitals without shaping: they never join, and every sheet has new ones. */
const drawLines = (
  face: FontFace,
  content: Content,
  lines: readonly string[],
  { x, middle, size }: { x: number; middle: number; size: number },
): void => {
  const leading = size * markLineHeight
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

/** Draws the sequence number, and the mark unless an element covers its zone. False if there is neither. */
export const drawRunMarks = (
  scene: Scene,
  content: Content,
  piece: Pick<PartPiece, 'sequence' | 'marks'>,
  page: number,
): boolean => {
  let drawn = false
  for (const zone of zonesOn(scene.sheet, page)) {
    if (zone.kind === 'sequence') {
      drawSequence(scene, content, piece.sequence, zone)
      drawn = true
    }
    // A mark never hides elements of the design, such as a QR code.
    if (zone.kind !== 'mark' || scene.coveredMarks.has(page)) continue
    const mark = piece.marks?.[sheetOfPage(scene.sheet.plex, page) - 1]
    if (mark === undefined) continue
    drawMark(scene, content, zone, mark)
    drawn = true
  }
  return drawn
}
