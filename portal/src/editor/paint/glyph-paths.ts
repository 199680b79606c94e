import type { FontFace } from '../../../../src/typesetting/fonts/face.ts'
import { GlyphOutlines } from '../../../../src/typesetting/fonts/outlines.ts'

export interface Shown {
  /** Outlines in font units, relative to the start of the text. */
  d: string
  /** Ems per font unit. */
  scale: number
  /** Advance in ems. */
  width: number
}

/** Cache size, enough for the unchanged lines while others are edited. */
const mostKept = 4_000
const STRINGS = /<([0-9a-f]*)>|(-?[\d.]+)/g

/** Converts TJ arrays of one font into outlines. */
export class GlyphPaths {
  readonly #face: FontFace
  readonly #outlines: GlyphOutlines
  readonly #kept = new Map<string, Shown>()

  constructor(face: FontFace) {
    this.#face = face
    this.#outlines = new GlyphOutlines(face)
  }

  /** Parses glyphs as four hex digits in `<…>` and moves to the left in thousandths of an em. */
  shown(array: string): Shown {
    let shown = this.#kept.get(array)
    if (shown) return shown
    shown = this.#draw(array)
    if (this.#kept.size >= mostKept) this.#kept.clear()
    this.#kept.set(array, shown)
    return shown
  }

  #draw(array: string): Shown {
    const { unitsPerEm } = this.#face
    let d = ''
    let pen = 0
    for (const [, glyphs, move] of array.matchAll(STRINGS)) {
      if (glyphs === undefined) {
        pen -= (Number(move) * unitsPerEm) / 1000
        continue
      }
      for (let at = 0; at < glyphs.length; at += 4) {
        const glyph = Number.parseInt(glyphs.slice(at, at + 4), 16)
        for (const { x, y, steps } of this.#outlines.contours(glyph)) d += `M${round(x + pen)} ${y}${steps}`
        pen += this.#face.advanceOf(glyph)
      }
    }
    return { d, scale: 1 / unitsPerEm, width: pen / unitsPerEm }
  }
}

/** A hundredth of a font unit is invisible. */
const round = (value: number): number => Math.round(value * 100) / 100
