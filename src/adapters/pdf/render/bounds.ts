import { writeUtf16 } from '#platform/text'
import type { FontFace } from '../../../typesetting/fonts/face.ts'
import type { Typesetter } from '../../../typesetting/text/typesetter.ts'

/** Latin, Greek, Cyrillic, Vietnamese and punctuation. Other text is shaped. */
const TABLE_END = 0x2070
const LINE_FEED = 10
const SPACE = 32

/** Character classes for line breaking. */
const LETTER = 1
const CLOSING = 2
const OTHER = 3

const kindOf = (code: number): number => {
  const character = String.fromCharCode(code)
  if (/[\p{L}\p{Nd}]/u.test(character)) return LETTER
  return /[.,;:!?]/.test(character) ? CLOSING : OTHER
}

let scratch = new Uint16Array(1024)
/**
 * Returns the text's UTF-16 units, valid until the next call. They are copied at once, because a text filled
 * with merge fields is a tree of strings that every access would descend.
 */
const codesOf = (text: string): Uint16Array => {
  if (text.length > scratch.length) scratch = new Uint16Array(text.length * 2)
  writeUtf16(text, scratch)
  return scratch
}

/** Widths summed as floats differ in the last digits from widths of whole runs. */
const ROUNDING = 1e-6

const kept = new WeakMap<Typesetter, WidthBounds | null>()

/**
 * Computes upper bounds of text widths without shaping, so that checking an ordinary item takes microseconds.
 *
 * Why it is a bound: for the characters in the table, shaping changes a width in two ways only. Kerning
 * depends on a pair, so each character counts as its nominal advance plus the largest *positive* kerning with
 * any character seen so far, measured by shaping all pairs when a character first occurs. Ligatures are
 * measured likewise; one of three letters is assumed to be no wider than its letters. Fonts with contextual
 * substitutions have no bound (`of` returns undefined).
 *
 * Why bounds are enough to prove that a text fits: lines are filled greedily, so wider words or fewer breaks
 * never reduce the number of lines. Here a line breaks only at spaces before a letter or digit, which the
 * Unicode rules always allow. If the bound fits, the text fits; otherwise the caller shapes the text for an
 * exact answer.
 */
export class WidthBounds {
  readonly #face: FontFace
  readonly #language: string
  /** In ems by character code; NaN if not measured yet, negative if the width can't be bounded. */
  readonly #widths = new Float64Array(TABLE_END).fill(Number.NaN)
  readonly #kinds = new Uint8Array(TABLE_END)
  readonly #known: number[] = []

  private constructor(face: FontFace, language: string) {
    this.#face = face
    this.#language = language
  }

  /** Returns the bounds, kept because measuring takes time; undefined if the font is contextual. */
  static of(typesetter: Typesetter): WidthBounds | undefined {
    let bounds = kept.get(typesetter)
    if (bounds === undefined) {
      const { primary, language } = typesetter
      bounds = primary.isContextual ? null : new WidthBounds(primary, language)
      kept.set(typesetter, bounds)
    }
    return bounds ?? undefined
  }

  /**
   * Returns the most lines of `width` (ems) that the text takes; `Infinity` if only shaping can tell.
   * Characters are measured on first use, so only the result of a second call is final.
   */
  linesAtMost(text: string, width: number, wrap: boolean): number {
    const widths = this.#widths
    const kinds = this.#kinds
    const limit = width - ROUNDING
    let lines = 1
    let used = 0
    let word = 0
    let kind = OTHER
    const codes = codesOf(text)
    for (let at = 0; at < text.length; at++) {
      const code = codes[at]!
      if (code === LINE_FEED) {
        if (used > 0 && used + word > limit) {
          lines++
          used = 0
        }
        if (used + word > limit) return Number.POSITIVE_INFINITY
        lines++
        used = 0
        word = 0
        kind = OTHER
        continue
      }
      let advance = widths[code]!
      // One comparison covers NaN (not measured), undefined (not in the table) and negative values (not
      // bounded).
      if (!(advance >= 0)) advance = this.#advance(code)
      if (advance < 0) return Number.POSITIVE_INFINITY
      word += advance
      if (code !== SPACE) {
        kind = kinds[code]!
        continue
      }
      if (!wrap || kind === OTHER || at + 1 === text.length || this.#kindAfter(codes[at + 1]!) !== LETTER)
        continue
      // The space counts with the word before it. At the end of a line this overestimates the width, which
      // a bound may.
      if (used > 0 && used + word > limit) {
        lines++
        used = 0
      }
      if (word > limit) return Number.POSITIVE_INFINITY
      used += word
      word = 0
    }
    if (used > 0 && used + word > limit) {
      lines++
      used = 0
    }
    return used + word > limit ? Number.POSITIVE_INFINITY : lines
  }

  #kindAfter(code: number): number {
    const kind = this.#kinds[code]
    if (kind !== undefined && kind !== 0) return kind
    return code > SPACE && this.#advance(code) >= 0 ? this.#kinds[code]! : OTHER
  }

  #advance(code: number): number {
    if (code >= TABLE_END) return -1
    const width = this.#widths[code]!
    return Number.isNaN(width) ? this.#measure(code) : width
  }

  #measure(code: number): number {
    const glyph = isBounded(code) ? this.#face.glyphOf(code) : 0
    this.#kinds[code] = kindOf(code)
    this.#widths[code] = glyph === 0 ? -1 : this.#face.advanceOf(glyph) / this.#face.unitsPerEm
    if (glyph === 0) return -1
    this.#known.push(code)
    const character = String.fromCharCode(code)
    // Pairs the character with all known ones in both orders: `c a c b c c`.
    const text = this.#known.map((other) => character + String.fromCharCode(other)).join('') + character
    const shaped = this.#face.shape(text, 0, text.length, false, this.#language)
    for (let index = 0; index < shaped.length; ) {
      const start = shaped[index]!.cluster
      let advance = 0
      while (index < shaped.length && shaped[index]!.cluster === start) advance += shaped[index++]!.advance
      const end = shaped[index]?.cluster ?? text.length
      this.#raise(text, start, end, advance / this.#face.unitsPerEm)
    }
    return this.#widths[code]!
  }

  /** Raises the bound of a cluster's first character if the cluster is wider than its nominal advances. */
  #raise(text: string, start: number, end: number, width: number): void {
    let rest = 0
    for (let at = start + 1; at < end; at++) rest += this.#nominal(text.charCodeAt(at))
    const first = text.charCodeAt(start)
    if (width - rest > this.#widths[first]!) this.#widths[first] = width - rest
  }

  #nominal(code: number): number {
    return this.#face.advanceOf(this.#face.glyphOf(code)) / this.#face.unitsPerEm
  }
}

/** Characters that stand alone: no combining marks, no invisible and no right-to-left characters. */
const isBounded = (code: number): boolean =>
  (code >= 0x20 && code < 0x7f) ||
  (code >= 0xa0 && code !== 0xad && code < 0x2b0) ||
  (code >= 0x370 && code < 0x483) ||
  (code >= 0x48a && code < 0x530) ||
  (code >= 0x1e00 && code < 0x2000) ||
  (code >= 0x2010 && code < 0x2028) ||
  (code >= 0x2030 && code < 0x205f)
