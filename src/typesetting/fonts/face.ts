import type { Sentence } from '../../core/kernel/sentences.ts'
import { fontFaults } from '../sentences.ts'
import { type Axes, type AxisLocation, readAxes } from './axes.ts'
import type { GlyphPen, HarfbuzzFace, ShapedGlyph } from './harfbuzz.ts'

const { sentence } = fontFaults

export type { ShapedGlyph }

interface FaceMetrics {
  /** In thousandths of the font size. */
  ascender: number
  descender: number
  capHeight: number
  italicAngle: number
  boundingBox: readonly [number, number, number, number]
}

/** OS/2 fsType bit 1: the licence forbids embedding without permission. */
const RESTRICTED = 0x0002
/** fsType bit 8 forbids subsetting, bit 9 allows bitmaps only. Neither can be printed here. */
const NO_SUBSETTING = 0x0100
const BITMAP_ONLY = 0x0200

/** Arabic letters have four forms each. The font's character map lists the presentation forms at most. */
const isArabic = (codePoint: number): boolean =>
  (codePoint >= 0x620 && codePoint < 0x700) ||
  (codePoint >= 0x750 && codePoint < 0x780) ||
  (codePoint >= 0x8a0 && codePoint < 0x900)

/** One font file: shaping, metrics, and the data of a PDF font object. */
export class FontFace {
  /** The first 12 hex digits of the file's SHA-256, followed by the axis values. The same in every thread. */
  readonly key: string
  readonly bytes: Uint8Array
  readonly postScriptName: string
  readonly unitsPerEm: number
  readonly glyphCount: number
  readonly metrics: FaceMetrics
  /** The location of a variable font; omitted axes are at their defaults. */
  readonly location: AxisLocation
  readonly axes: Axes
  /** True for PostScript (CFF) outlines, which a PDF embeds differently. */
  readonly isCff: boolean
  /** Why the font can't be embedded; undefined if it can. */
  readonly refusal: Sentence<'font_fault'> | undefined
  readonly #face: HarfbuzzFace
  readonly #glyphs = new Map<number, number>()
  readonly #advances: Float64Array
  #unicodes: Map<number, number> | undefined

  /** `sha256` is the hex digest of `bytes`. */
  constructor(face: HarfbuzzFace, bytes: Uint8Array, sha256: string, location: AxisLocation = {}) {
    this.bytes = bytes
    const values = Object.entries(location).map(([axis, value]) => `${axis}${Math.round(value)}`)
    this.key = [sha256.slice(0, 12), ...values].join('')
    this.location = location
    this.#face = face
    this.unitsPerEm = face.unitsPerEm
    this.glyphCount = this.table('maxp')?.getUint16(4) ?? 0
    this.#advances = new Float64Array(this.glyphCount + 1).fill(Number.NaN)
    this.axes = readAxes(this.table('fvar'))
    this.isCff = this.table('CFF ') !== undefined
    this.postScriptName = this.#readName()
    this.metrics = this.#readMetrics()
    this.refusal = this.#readRefusal()
  }

  /** Returns 0 if the font lacks the character. */
  glyphOf(codePoint: number): number {
    let glyph = this.#glyphs.get(codePoint)
    if (glyph === undefined) {
      glyph = this.#face.glyph(codePoint)
      this.#glyphs.set(codePoint, glyph)
    }
    return glyph
  }

  /** In font units. */
  advanceOf(glyph: number): number {
    let advance = this.#advances[glyph]!
    if (Number.isNaN(advance)) {
      advance = this.#face.advance(glyph)
      this.#advances[glyph] = advance
    }
    return advance
  }

  /** The characters in the font's character map. */
  get codePoints(): Uint32Array {
    return this.#face.unicodes()
  }

  /** Returns a glyph's character: the Arabic letter of a joining form, else the lowest code mapped to it. */
  unicodeOf(glyph: number): number | undefined {
    this.#unicodes ??= this.#invert()
    return this.#unicodes.get(glyph)
  }

  #invert(): Map<number, number> {
    const unicodes = new Map<number, number>()
    const codePoints = [...this.codePoints]
    this.#invertForms(codePoints.filter(isArabic), unicodes)
    for (const codePoint of codePoints) {
      const id = this.glyphOf(codePoint)
      if (id !== 0 && !unicodes.has(id)) unicodes.set(id, codePoint)
    }
    return unicodes
  }

  /** Shapes all four forms of all letters as one text, spaced: one by one takes a third of a second. */
  #invertForms(letters: readonly number[], unicodes: Map<number, number>): void {
    const owners: (number | undefined)[] = []
    let text = ''
    for (const codePoint of letters) {
      const letter = String.fromCodePoint(codePoint)
      text += `${letter} ${letter}\u200D \u200D${letter}\u200D \u200D${letter} `
      while (owners.length < text.length) owners.push(text[owners.length] === letter ? codePoint : undefined)
    }
    const glyphs = this.shape(text, 0, text.length, true, 'ar')
    for (const [index, { id, cluster }] of glyphs.entries()) {
      const owner = owners[cluster]
      // A letter composed of several glyphs has no glyph of its own.
      const isAlone = glyphs[index - 1]?.cluster !== cluster && glyphs[index + 1]?.cluster !== cluster
      if (owner !== undefined && isAlone && id !== 0 && !unicodes.has(id)) unicodes.set(id, owner)
    }
  }

  /** Shapes `text[start, end)` with the rest of the text as context. Glyphs are in visual order. */
  shape(text: string, start: number, end: number, rightToLeft: boolean, language: string): ShapedGlyph[] {
    return this.#face.shape(text, { start, end, rightToLeft, language })
  }

  draw(glyph: number, pen: GlyphPen): void {
    this.#face.draw(glyph, pen)
  }

  /** True if the font has default contextual substitutions, so pair widths don't bound a text's width. */
  get isContextual(): boolean {
    const features = this.#face.features('GSUB')
    return ['calt', 'clig', 'rclt', 'rand'].some((feature) => features.includes(feature))
  }

  table(name: string): DataView | undefined {
    const table = this.#face.table(name)
    return table && new DataView(table.buffer)
  }

  #readName(): string {
    const POST_SCRIPT_NAME = 6
    const name = this.#face.name(POST_SCRIPT_NAME, 'en') || `Font${this.key}`
    return name.replace(/[^A-Za-z0-9-]/g, '').slice(0, 60)
  }

  #readMetrics(): FaceMetrics {
    const scale = 1000 / this.unitsPerEm
    const head = this.table('head')
    const hhea = this.table('hhea')
    const os2 = this.table('OS/2')
    const ascender = (hhea?.getInt16(4) ?? 0) * scale
    const edge = (offset: number) => Math.round((head?.getInt16(offset) ?? 0) * scale)
    const hasCapHeight = os2 && os2.byteLength >= 90 && os2.getUint16(0) >= 2
    return {
      ascender,
      descender: (hhea?.getInt16(6) ?? 0) * scale,
      capHeight: hasCapHeight ? os2.getInt16(88) * scale : ascender * 0.7,
      italicAngle: (this.table('post')?.getInt32(4) ?? 0) / 65536,
      boundingBox: [edge(36), edge(38), edge(40), edge(42)],
    }
  }

  #readRefusal(): Sentence<'font_fault'> | undefined {
    if (this.glyphCount === 0 || this.unitsPerEm === 0) return sentence('font_fault.unreadable')
    if (this.table('CFF2')) return sentence('font_fault.variable_cff')
    if (!this.isCff && !this.table('glyf')) return sentence('font_fault.no_outlines')
    const fsType = this.table('OS/2')?.getUint16(8) ?? 0
    if (fsType & RESTRICTED) return sentence('font_fault.embedding')
    if (fsType & (NO_SUBSETTING | BITMAP_ONLY)) return sentence('font_fault.subsetting')
    return undefined
  }
}
