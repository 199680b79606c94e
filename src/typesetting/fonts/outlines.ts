import type { FontFace } from './face.ts'

/** The start of a contour and its remaining path as relative SVG commands, in font units, y upwards. */
export interface Contour {
  x: number
  y: number
  steps: string
}

/** Caches the outlines of a font for renderers other than PDF. */
export class GlyphOutlines {
  readonly #face: Pick<FontFace, 'draw'>
  readonly #kept = new Map<number, readonly Contour[]>()

  constructor(face: Pick<FontFace, 'draw'>) {
    this.#face = face
  }

  contours(glyph: number): readonly Contour[] {
    let contours = this.#kept.get(glyph)
    if (!contours) {
      contours = this.#read(glyph)
      this.#kept.set(glyph, contours)
    }
    return contours
  }

  #read(glyph: number): Contour[] {
    const contours: Contour[] = []
    let [penX, penY] = [0, 0]
    const step = (kind: string, ...points: number[]) => {
      const relative = points.map((value, index) => tidy(value - (index % 2 === 0 ? penX : penY)))
      contours.at(-1)!.steps += `${kind}${relative.join(' ')}`
      penX = points.at(-2)!
      penY = points.at(-1)!
    }
    this.#face.draw(glyph, {
      move: (x, y) => {
        contours.push({ x: tidy(x), y: tidy(y), steps: '' })
        ;[penX, penY] = [x, y]
      },
      line: (x, y) => step('l', x, y),
      quadratic: (cx, cy, x, y) => step('q', cx, cy, x, y),
      cubic: (c1x, c1y, c2x, c2y, x, y) => step('c', c1x, c1y, c2x, c2y, x, y),
      close: () => {
        contours.at(-1)!.steps += 'z'
      },
    })
    return contours.filter(({ steps }) => steps !== '' && steps !== 'z')
  }
}

/** A thousandth of a font unit is invisible in print. */
const tidy = (value: number): number => Math.round(value * 1000) / 1000
