import type { FontFace } from '../fonts/face.ts'
import type { TextLine } from '../text/line.ts'
import { type BoxPt, num } from './units.ts'

export type Cmyk = readonly [number, number, number, number]
/** Colour of codes and marks, and of text by default. Printed with the black plate only. */
export const BLACK: Cmyk = [0, 0, 0, 100]
export const WHITE: Cmyk = [0, 0, 0, 0]

/** The glyphs used from each font, which the subsets must contain. */
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

export const fontName = (key: string): string => `F${key}`

/** Cached by array: a document has few colours, whose arrays all pieces share. */
const inks = new WeakMap<Cmyk, string>()
export const inkOperands = (cmyk: Cmyk): string => {
  let operands = inks.get(cmyk)
  if (operands === undefined) {
    operands = cmyk.map((percent) => num(percent / 100)).join(' ')
    inks.set(cmyk, operands)
  }
  return operands
}

/** The distance of control points of a Bézier curve for a quarter circle. */
const KAPPA = 0.5522847498

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
    this.raw(`${inkOperands(cmyk)} k`)
  }
  stroke(cmyk: Cmyk, width: number): void {
    this.raw(`${inkOperands(cmyk)} K ${num(width)} w`)
  }
  /** Draws with the graphics state saved around it. The current font is reset afterwards. */
  within(draw: () => void): void {
    this.raw('q')
    draw()
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
  /** Shows one line of text at the origin set by `Td`. */
  showLine(line: TextLine, size: number): void {
    for (const stretch of line.stretches) {
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

  /** Draws a rectangle whose corners are quarter ellipses. */
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
