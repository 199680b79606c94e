import type { FontFace } from '../fonts/face.ts'
import type { TextLine } from '../text/layout.ts'
import type { RunPart, ShapedRun } from '../text/run.ts'
import { type BoxPt, num } from './units.ts'

export type Cmyk = readonly [number, number, number, number]
/** Text, codes and marks: the black plate alone. */
export const BLACK: Cmyk = [0, 0, 0, 100]
export const WHITE: Cmyk = [0, 0, 0, 0]

/** Glyphs used per font: what the subset at the end of the file must hold. */
export class GlyphUse {
  readonly sets = new Map<string, { face: FontFace; glyphs: Set<number> }>()
  add(face: FontFace, glyphs: readonly number[]): void {
    let entry = this.sets.get(face.key)
    if (!entry) {
      entry = { face, glyphs: new Set() }
      this.sets.set(face.key, entry)
    }
    for (const glyph of glyphs) entry.glyphs.add(glyph)
  }
}

/** The resource name of a font in every content stream. */
export const fontName = (key: string): string => `F${key}`

const utf16Hex = (text: string): string => {
  let hex = 'FEFF'
  for (let at = 0; at < text.length; at++)
    hex += text.charCodeAt(at).toString(16).padStart(4, '0').toUpperCase()
  return hex
}

/** A document's colours are few and are the same arrays for every piece. */
const inks = new WeakMap<Cmyk, string>()
const ink = (cmyk: Cmyk): string => {
  let operands = inks.get(cmyk)
  if (operands === undefined) {
    operands = cmyk.map((percent) => num(percent / 100)).join(' ')
    inks.set(cmyk, operands)
  }
  return operands
}

/** Control points of a quarter circle as Bézier curve. */
const KAPPA = 0.5522847498

/** Neighbouring runs of one font, as operators that hold at any size. */
interface Stretch {
  face: FontFace
  glyphs: readonly number[]
  shows: readonly { operators: string; rise: number }[]
}

/** Lines live as long as their paragraph is cached; most of them are the same in every piece. */
const stretches = new WeakMap<TextLine, readonly Stretch[]>()
const stretchesOf = (line: TextLine): readonly Stretch[] => {
  let known = stretches.get(line)
  if (!known) {
    known = joinRuns(line.runs)
    stretches.set(line, known)
  }
  return known
}

const joinRuns = (runs: readonly ShapedRun[]): Stretch[] => {
  const joined: { face: FontFace; runs: ShapedRun[] }[] = []
  for (const run of runs) {
    const last = joined.at(-1)
    if (last?.face === run.face) last.runs.push(run)
    else joined.push({ face: run.face, runs: [run] })
  }
  return joined.map(({ face, runs: own }) => ({
    face,
    glyphs: own.flatMap((run) => run.glyphs),
    shows: showsOf(own.flatMap((run) => run.parts)),
  }))
}

/** Parts that mean themselves and stay on the baseline share a TJ; the others stand alone. */
const showsOf = (parts: readonly RunPart[]): Stretch['shows'] => {
  const shows: { operators: string; rise: number }[] = []
  let joined = ''
  const flush = () => {
    // Neighbouring strings without a move between them are one string.
    if (joined !== '') shows.push({ operators: `[${joined.replaceAll('><', '')}]TJ`, rise: 0 })
    joined = ''
  }
  for (const { actual, shows: own } of parts) {
    if (actual !== undefined) {
      flush()
      shows.push({ operators: `/Span<</ActualText<${utf16Hex(actual)}>>>BDC`, rise: 0 })
    }
    for (const { tj, rise } of own) {
      if (rise === 0) {
        joined += tj
        continue
      }
      flush()
      shows.push({ operators: `[${tj}]TJ`, rise })
    }
    if (actual === undefined) continue
    flush()
    shows.push({ operators: 'EMC', rise: 0 })
  }
  flush()
  return shows
}

/** Writes the operators of one content stream. */
export class Content {
  readonly glyphs: GlyphUse
  #out = ''
  #font = ''

  constructor(glyphs: GlyphUse) {
    this.glyphs = glyphs
  }

  get isEmpty(): boolean {
    return this.#out === ''
  }
  toString(): string {
    return this.#out
  }
  raw(operators: string): void {
    this.#out += `${operators}\n`
  }
  fill(cmyk: Cmyk): void {
    this.raw(`${ink(cmyk)} k`)
  }
  stroke(cmyk: Cmyk, width: number): void {
    this.raw(`${ink(cmyk)} K ${num(width)} w`)
  }
  /** Saves the graphics state around `body`; fonts set inside are forgotten after it. */
  within(body: () => void): void {
    this.raw('q')
    body()
    this.raw('Q')
    this.#font = ''
  }
  clip(box: BoxPt): void {
    this.raw(`${this.#rectangle(box)} W n`)
  }
  rectangle(box: BoxPt, paint: string): void {
    this.raw(`${this.#rectangle(box)} ${paint}`)
  }
  drawObject(name: string, matrix?: readonly number[]): void {
    this.raw(matrix ? `q ${matrix.map(num).join(' ')} cm /${name} Do Q` : `/${name} Do`)
  }

  roundedRectangle(box: BoxPt, radius: number, paint: string): void {
    const r = Math.min(radius, box.w / 2, box.h / 2)
    this.#curves(box, r, r, paint)
  }
  ellipse(box: BoxPt, paint: string): void {
    this.#curves(box, box.w / 2, box.h / 2, paint)
  }

  beginText(): void {
    this.raw('BT')
    this.#font = ''
  }
  endText(): void {
    this.raw('ET')
  }
  /** One line of text from the origin that `Td` has set. */
  showLine(line: TextLine, size: number): void {
    for (const stretch of stretchesOf(line)) {
      this.glyphs.add(stretch.face, stretch.glyphs)
      const font = `/${fontName(stretch.face.key)} ${num(size)} Tf`
      if (font !== this.#font) this.raw(font)
      this.#font = font
      for (const show of stretch.shows) {
        this.raw(show.rise === 0 ? show.operators : `${num(show.rise * size)} Ts${show.operators} 0 Ts`)
      }
    }
  }

  #rectangle(box: BoxPt): string {
    return `${num(box.x)} ${num(box.y)} ${num(box.w)} ${num(box.h)} re`
  }

  /** A rectangle whose corners are quarter ellipses. */
  #curves(box: BoxPt, rx: number, ry: number, paint: string): void {
    const right = box.x + box.w
    const top = box.y + box.h
    const kx = rx * (1 - KAPPA)
    const ky = ry * (1 - KAPPA)
    const path = [
      [box.x + rx, box.y, 'm'],
      [right - rx, box.y, 'l'],
      [right - kx, box.y, right, box.y + ky, right, box.y + ry, 'c'],
      [right, top - ry, 'l'],
      [right, top - ky, right - kx, top, right - rx, top, 'c'],
      [box.x + rx, top, 'l'],
      [box.x + kx, top, box.x, top - ky, box.x, top - ry, 'c'],
      [box.x, box.y + ry, 'l'],
      [box.x, box.y + ky, box.x + kx, box.y, box.x + rx, box.y, 'c'],
    ]
    const step = (part: string | number) => (typeof part === 'number' ? num(part) : part)
    this.raw(`${path.map((line) => line.map(step).join(' ')).join(' ')} h ${paint}`)
  }
}
