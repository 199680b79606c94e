import type { FontFace, ShapedGlyph } from '../fonts/face.ts'
import { withoutIgnorables } from './characters.ts'

/** Shaped glyphs of one font, ready for `TJ` operators at any size. Numbers are thousandths of an em. */
export interface ShapedRun {
  face: FontFace
  parts: readonly RunPart[]
  glyphs: readonly number[]
  /** In ems. */
  width: number
  text: string
  /** Bidirectional level; odd is right to left. */
  level: number
}

export interface RunPart {
  /** Contents of TJ arrays, each with its baseline shift in ems. */
  shows: readonly { tj: string; rise: number }[]
  /**
   * The text of the glyphs, written as ActualText where the font's character map doesn't give it (ligatures,
   * letters composed of several glyphs). One cluster at a time, because readers reorder right-to-left text
   * and assume visual order.
   */
  actual?: string
}

const hex = (glyph: number): string => glyph.toString(16).padStart(4, '0')

const rounded = (value: number): number => Math.round(value * 100) / 100

/** Encodes glyphs as TJ arrays. Positive numbers move left. */
class PartEncoder {
  readonly #parts: RunPart[] = []
  #shows: { tj: string; rise: number }[] = []
  readonly #face: FontFace
  readonly #scale: number
  #tj = ''
  #open = false
  #pending = 0
  #rise = 0
  #actual: string | undefined

  constructor(face: FontFace) {
    this.#face = face
    this.#scale = 1000 / face.unitsPerEm
  }

  add(glyphs: readonly ShapedGlyph[], actual: string | undefined): void {
    if (actual !== undefined || this.#actual !== undefined) this.#endPart()
    this.#actual = actual
    for (const glyph of glyphs) {
      if (glyph.dy !== this.#rise) {
        this.#endShow()
        this.#rise = glyph.dy
      }
      this.#pending -= glyph.dx * this.#scale
      this.#move()
      if (!this.#open) this.#tj += '<'
      this.#open = true
      this.#tj += hex(glyph.id)
      this.#pending += (this.#face.advanceOf(glyph.id) + glyph.dx - glyph.advance) * this.#scale
    }
  }

  finish(): readonly RunPart[] {
    this.#move()
    this.#endPart()
    return this.#parts
  }

  #endShow(): void {
    this.#close()
    if (this.#tj !== '') this.#shows.push({ tj: this.#tj, rise: this.#rise / this.#face.unitsPerEm })
    this.#tj = ''
  }

  #endPart(): void {
    this.#endShow()
    if (this.#shows.length === 0) return
    const shows = this.#shows
    this.#parts.push(this.#actual === undefined ? { shows } : { shows, actual: this.#actual })
    this.#shows = []
  }

  #move(): void {
    const distance = rounded(this.#pending)
    this.#pending = 0
    if (distance === 0) return
    this.#close()
    this.#tj += String(distance)
  }

  #close(): void {
    if (this.#open) this.#tj += '>'
    this.#open = false
  }
}

/** Shapes a span of one font, script and direction. */
export const shapeRun = (
  face: FontFace,
  span: { text: string; start: number; end: number; level: number },
  language: string,
): ShapedRun => {
  const rightToLeft = span.level % 2 === 1
  const shaped = face.shape(span.text, span.start, span.end, rightToLeft, language)
  const encoder = new PartEncoder(face)
  let advance = 0
  let previous = span.end
  for (let at = 0; at < shaped.length; ) {
    const start = shaped[at]!.cluster
    const cluster: ShapedGlyph[] = []
    while (at < shaped.length && shaped[at]!.cluster === start) cluster.push(shaped[at++]!)
    for (const glyph of cluster) advance += glyph.advance
    // Clusters are in visual order, so in right-to-left text the previous one follows in the text.
    const end = rightToLeft ? previous : (shaped[at]?.cluster ?? span.end)
    previous = start
    const text = withoutIgnorables(span.text.slice(start, end))
    encoder.add(cluster, mapsToText(face, cluster, text) ? undefined : text)
  }
  return {
    face,
    parts: encoder.finish(),
    glyphs: shaped.map((glyph) => glyph.id),
    width: advance / face.unitsPerEm,
    text: span.text.slice(span.start, span.end),
    level: span.level,
  }
}

/** True if the glyphs' characters give the text in either direction. */
const mapsToText = (face: FontFace, cluster: readonly ShapedGlyph[], text: string): boolean => {
  const characters = cluster.map((glyph) => {
    const codePoint = face.unicodeOf(glyph.id)
    return codePoint === undefined ? '' : String.fromCodePoint(codePoint)
  })
  return characters.join('') === text || characters.reverse().join('') === text
}
