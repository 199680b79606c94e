/// <reference path="./vendor.d.ts" />
import bidiFactory from 'bidi-js'
import LineBreaker from 'linebreak'
import type { FontFace } from '../fonts/face.ts'
import { isControl, isIgnorable, isMark, isReplacement, isSimpleText, scriptOf } from './characters.ts'
import type { TextLine } from './line.ts'
import { type ShapedRun, shapeRun } from './run.ts'

/**
 * Plain prose: words of letters and digits with at most closing punctuation, separated by spaces. The Unicode
 * line breaking rules allow a break before every word and nowhere else, so UAX #14 can be skipped.
 */
const PROSE = /^(?:[A-Za-z0-9\u00C0-\u024F]+[.,;:!?]?(?: +|$))*$/
const WORD_STARTS = /(?<= )[^ ]/g

/** Returns the indices at which a line may start. */
const breakOpportunities = (text: string): ReadonlySet<number> => {
  const breaks = new Set<number>()
  if (PROSE.test(text)) {
    for (const match of text.matchAll(WORD_STARTS)) breaks.add(match.index)
    return breaks
  }
  const breaker = new LineBreaker(text)
  for (let found = breaker.nextBreak(); found; found = breaker.nextBreak()) {
    if (found.position < text.length) breaks.add(found.position)
  }
  return breaks
}

/** The number of fingerprint slots. A later text with the same slot replaces the earlier one. */
const FINGERPRINTS = 4096

const fingerprint = (text: string): number => {
  // FNV-1a
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

/**
 * Caches the value made of a text from its second occurrence on. Most texts that differ between pieces (house
 * numbers, full names) occur once, and caching them would fill the old generation of the heap with values
 * that are never used again. A first occurrence leaves only a fingerprint of four bytes.
 */
export class RepeatCache<Value extends object> {
  readonly #kept = new Map<string, Value>()
  readonly #once = new Int32Array(FINGERPRINTS)
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  get(text: string, make: () => Value): Value {
    const known = this.#kept.get(text)
    if (known) return known
    const made = make()
    const print = fingerprint(text)
    const slot = print & (FINGERPRINTS - 1)
    if (this.#once[slot] === print) {
      if (this.#kept.size >= this.#limit) this.#kept.clear()
      this.#kept.set(text, made)
    } else this.#once[slot] = print
    return made
  }
}

/** A unit without a line break inside: a word, a part of a word, or the spaces between two words. */
export interface Piece {
  start: number
  isSpace: boolean
  /** In ems. */
  width: number
  /** In logical order. */
  runs: readonly ShapedRun[]
  /** True if a line may start here. */
  mayBreak: boolean
}

export interface Paragraph {
  pieces: readonly Piece[]
  /** In ems, on one line. */
  width: number
  rightToLeft: boolean
  /** Characters that none of the fonts has. */
  missing: readonly string[]
  /** Wrapped lines (`text-layout.ts`) by width in ems, the latest last. */
  filled: { width: number; lines: readonly TextLine[] }[]
}

interface Word {
  runs: readonly ShapedRun[]
  width: number
  missing: readonly string[]
}

const WORDS = / +|[^ ]+/g
/** Names and cities repeat within a run; the words of a letter repeat in every piece. */
const KEPT_WORDS = 2_000
/** Most paragraphs of a letter are the same for every recipient. */
const KEPT_PARAGRAPHS = 200

let bidi: ReturnType<typeof bidiFactory> | undefined

/** Turns text into shaped pieces with one font and its fallbacks. */
export class Typesetter {
  readonly faces: readonly FontFace[]
  readonly language: string
  readonly #lines = new RepeatCache<Paragraph>(KEPT_PARAGRAPHS)
  readonly #divided = new RepeatCache<Paragraph>(KEPT_PARAGRAPHS)
  readonly #words = new RepeatCache<Word>(KEPT_WORDS)

  constructor(faces: readonly FontFace[], language: string) {
    this.faces = faces
    this.language = language
  }

  get primary(): FontFace {
    return this.faces[0]!
  }

  /** Without `withBreaks`, pieces of simple text are whole words, enough to see whether it fits a line. */
  paragraph(text: string, withBreaks: boolean): Paragraph {
    const cache = withBreaks ? this.#divided : this.#lines
    return cache.get(text, () => (isSimpleText(text) ? this.#simple(text, withBreaks) : this.#complex(text)))
  }

  #simple(text: string, withBreaks: boolean): Paragraph {
    const breaks = withBreaks ? breakOpportunities(text) : undefined
    const pieces: Piece[] = []
    const missing: string[] = []
    let width = 0
    const add = (start: number, end: number) => {
      const word = this.#word(text.slice(start, end))
      missing.push(...word.missing)
      width += word.width
      const isSpace = text[start] === ' '
      pieces.push({
        start,
        isSpace,
        width: word.width,
        runs: word.runs,
        mayBreak: breaks?.has(start) ?? false,
      })
    }
    for (const match of text.matchAll(WORDS)) {
      let start = match.index
      const end = start + match[0].length
      if (breaks && match[0][0] !== ' ') {
        for (let cut = start + 1; cut < end; cut++) {
          if (!breaks.has(cut)) continue
          add(start, cut)
          start = cut
        }
      }
      add(start, end)
    }
    return { pieces, width, rightToLeft: false, missing, filled: [] }
  }

  #word(text: string): Word {
    return this.#words.get(text, () => {
      const missing: string[] = []
      const runs = this.#spans(text, undefined, undefined, missing).map((span) =>
        shapeRun(span.face, { text, start: span.start, end: span.end, level: 0 }, this.language),
      )
      return { runs, width: runs.reduce((sum, run) => sum + run.width, 0), missing }
    })
  }

  #complex(text: string): Paragraph {
    bidi ??= bidiFactory()
    const { levels, paragraphs } = bidi.getEmbeddingLevels(text, 'auto')
    const breaks = breakOpportunities(text)
    const missing: string[] = []
    const pieces: { start: number; isSpace: boolean; width: number; runs: ShapedRun[]; mayBreak: boolean }[] =
      []
    let width = 0
    for (const span of this.#spans(text, levels, breaks, missing)) {
      const level = levels[span.start] ?? 0
      const run = shapeRun(span.face, { text, start: span.start, end: span.end, level }, this.language)
      width += run.width
      const isSpace = text[span.start] === ' '
      const piece = pieces.at(-1)
      if (piece && piece.isSpace === isSpace && !breaks.has(span.start)) {
        piece.runs.push(run)
        piece.width += run.width
      } else {
        const mayBreak = breaks.has(span.start)
        pieces.push({ start: span.start, isSpace, width: run.width, runs: [run], mayBreak })
      }
    }
    const rightToLeft = (paragraphs[0]?.level ?? 0) % 2 === 1
    return { pieces, width, rightToLeft, missing, filled: [] }
  }

  /** Splits a text where the font, script or level changes, at spaces, and at line break opportunities. */
  #spans(
    text: string,
    levels: Uint8Array | undefined,
    breaks: ReadonlySet<number> | undefined,
    missing: string[],
  ): { face: FontFace; start: number; end: number }[] {
    const spans: { face: FontFace; start: number; end: number }[] = []
    let script: string | undefined
    let at = 0
    for (const character of text) {
      const last = spans.at(-1)
      const face = this.#faceOf(character, last?.face, missing)
      const ownScript = levels ? scriptOf(character) : undefined
      const joins =
        last !== undefined &&
        last.face === face &&
        !breaks?.has(at) &&
        levels?.[at] === levels?.[at - 1] &&
        (text[at - 1] === ' ') === (character === ' ') &&
        (ownScript === undefined || script === undefined || ownScript === script)
      if (joins) last.end += character.length
      else spans.push({ face, start: at, end: at + character.length })
      script = ownScript ?? (joins ? script : undefined)
      at += character.length
    }
    return spans
  }

  /** Returns the first font with the character, or the previous one for ignorables and marks that it has. */
  #faceOf(character: string, previous: FontFace | undefined, missing: string[]): FontFace {
    const codePoint = character.codePointAt(0)!
    // Some fonts have an empty glyph or a replacement glyph for these characters.
    if (isControl(codePoint) || isReplacement(codePoint)) {
      missing.push(character)
      return previous ?? this.primary
    }
    const follows = isFollower(codePoint, character)
    if (follows && previous && (isIgnorable(character) || previous.glyphOf(codePoint) !== 0)) return previous
    for (const face of this.faces) if (face.glyphOf(codePoint) !== 0) return face
    if (!isIgnorable(character)) missing.push(character)
    return previous ?? this.primary
  }
}

/** Below U+0300 only the soft hyphen attaches to what precedes it; this saves two pattern tests. */
const isFollower = (codePoint: number, character: string): boolean =>
  codePoint === 0xad || (codePoint >= 0x300 && (isMark(character) || isIgnorable(character)))
