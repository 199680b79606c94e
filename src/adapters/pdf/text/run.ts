import type { FontFace, ShapedGlyph } from '../fonts/face.ts'
import { withoutIgnorables } from './characters.ts'

/** Shaped glyphs of one font, ready for a `TJ` operator at any size: its numbers are thousandths of an em. */
export interface ShapedRun {
  face: FontFace
  /** Contents of TJ arrays; a new part begins where the baseline moves by `rise` (in ems). */
  parts: readonly { tj: string; rise: number }[]
  glyphs: readonly number[]
  /** Ems. */
  width: number
  text: string
  /** False when copying the glyphs would not give `text` back: then it is written as ActualText. */
  exact: boolean
  /** Bidirectional level: odd is right to left. */
  level: number
}

const hex = (glyph: number): string => glyph.toString(16).padStart(4, '0')

const rounded = (value: number): number => Math.round(value * 100) / 100

/** Glyphs as TJ arrays: positive numbers move left, in thousandths of an em. */
const encodeParts = (face: FontFace, glyphs: readonly ShapedGlyph[]): ShapedRun['parts'] => {
  const scale = 1000 / face.unitsPerEm
  const parts: { tj: string; rise: number }[] = []
  let tj = ''
  let open = false
  let pending = 0
  let rise = 0
  const close = () => {
    if (open) tj += '>'
    open = false
  }
  const move = () => {
    const distance = rounded(pending)
    pending = 0
    if (distance === 0) return
    close()
    tj += String(distance)
  }
  for (const glyph of glyphs) {
    if (glyph.dy !== rise) {
      move()
      close()
      if (tj !== '') parts.push({ tj, rise: rise / face.unitsPerEm })
      tj = ''
      rise = glyph.dy
    }
    pending -= glyph.dx * scale
    move()
    if (!open) tj += '<'
    open = true
    tj += hex(glyph.id)
    pending += (face.advanceOf(glyph.id) + glyph.dx - glyph.advance) * scale
  }
  move()
  close()
  if (tj !== '') parts.push({ tj, rise: rise / face.unitsPerEm })
  return parts
}

/** Shapes one span of one font, script and direction. */
export const shapeRun = (
  face: FontFace,
  span: { text: string; start: number; end: number; level: number },
  language: string,
): ShapedRun => {
  const rightToLeft = span.level % 2 === 1
  const shaped = face.shape(span.text, span.start, span.end, rightToLeft, language)
  const text = span.text.slice(span.start, span.end)
  let advance = 0
  let copied = ''
  for (const glyph of shaped) {
    advance += glyph.advance
    const codePoint = face.unicodeOf(glyph.id)
    const character = codePoint === undefined ? '' : String.fromCodePoint(codePoint)
    copied = rightToLeft ? character + copied : copied + character
  }
  return {
    face,
    parts: encodeParts(face, shaped),
    glyphs: shaped.map((glyph) => glyph.id),
    width: advance / face.unitsPerEm,
    text,
    exact: copied === text || copied === withoutIgnorables(text),
    level: span.level,
  }
}
