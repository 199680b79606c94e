import { type FontFace, GlyphOutlines } from '#lettershop/typesetting'

export interface TextPath {
  /** Outlines in font units, relative to the start of the text. */
  d: string
  /** Ems per font unit. */
  scale: number
  /** Advance in ems. */
  width: number
}

/** Cache size, enough for the unchanged lines while others are edited. */
const maxCached = 4_000
const STRINGS = /<([0-9a-f]*)>|(-?[\d.]+)/g

/** Converts TJ arrays of one font into outlines. */
export class GlyphPaths {
  readonly #face: FontFace
  readonly #outlines: GlyphOutlines
  readonly #cache = new Map<string, TextPath>()

  constructor(face: FontFace) {
    this.#face = face
    this.#outlines = new GlyphOutlines(face)
  }

  /** Draws a TJ array: glyphs as four hex digits in `<…>`, and moves to the left in thousandths of an em. */
  pathOf(array: string): TextPath {
    let path = this.#cache.get(array)
    if (path) return path
    path = this.#draw(array)
    if (this.#cache.size >= maxCached) this.#cache.clear()
    this.#cache.set(array, path)
    return path
  }

  #draw(array: string): TextPath {
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
