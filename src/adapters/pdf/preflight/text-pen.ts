import { PdfString, type PdfValue } from '../import/objects.ts'
import { type Area, Bounds, type Matrix, scaleOf, times } from './uses.ts'

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]
/** A glyph is about half as wide as high: enough to show where a text stands. */
const GLYPH_EM = 0.5

/** What of the graphics state concerns text. */
export interface TextState {
  matrix: Matrix
  fontSize: number
  leading: number
  textMode: number
}

/** A text that is shown: where, how large on the page, and whether it is filled or stroked. */
export interface ShownText {
  area: Area
  textPt: number
  isFilled: boolean
  isStroked: boolean
}

/** Follows the operators of text objects, which keep a place of their own. */
export class TextPen {
  #text: Matrix = IDENTITY
  #line: Matrix = IDENTITY

  /** Does an operator; what it shows, if anything. */
  do(
    operator: string,
    operands: readonly PdfValue[],
    numbers: readonly number[],
    state: TextState,
  ): ShownText | undefined {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers
    switch (operator) {
      case 'BT':
        this.#place(IDENTITY)
        return undefined
      case 'Tf':
        state.fontSize = b
        return undefined
      case 'TL':
        state.leading = a
        return undefined
      case 'Tr':
        state.textMode = a
        return undefined
      case 'Tm':
        this.#place([a, b, c, d, e, f])
        return undefined
      case 'TD':
        state.leading = -b
        this.#move(a, b)
        return undefined
      case 'Td':
        this.#move(a, b)
        return undefined
      case 'T*':
        this.#move(0, -state.leading)
        return undefined
      case "'":
      case '"':
        this.#move(0, -state.leading)
        return this.#show([operands.at(-1) ?? null], state)
      case 'Tj':
        return this.#show(operands, state)
      case 'TJ':
        return this.#show(Array.isArray(operands[0]) ? operands[0] : [], state)
      default:
        return undefined
    }
  }

  #place(matrix: Matrix): void {
    this.#line = matrix
    this.#text = matrix
  }

  #move(x: number, y: number): void {
    this.#place(times([1, 0, 0, 1, x, y], this.#line))
  }

  #show(parts: readonly PdfValue[], { matrix, fontSize, textMode }: TextState): ShownText | undefined {
    let ems = 0
    for (const part of parts) {
      if (part instanceof PdfString) ems += part.bytes.length * GLYPH_EM
      else if (typeof part === 'number') ems -= part / 1000
    }
    if (ems === 0) return undefined
    const placed = times(this.#text, matrix)
    const size = Math.abs(fontSize)
    const { area } = new Bounds().box(placed, 0, -0.2 * size, ems * size, size)
    this.#text = times([1, 0, 0, 1, ems * fontSize, 0], this.#text)
    // Modes: 0 fills, 1 strokes, 2 does both, 3 shows nothing; from 4 on they clip as well.
    const mode = textMode % 4
    const textPt = size * scaleOf(placed)
    return { area, textPt, isFilled: mode === 0 || mode === 2, isStroked: mode === 1 || mode === 2 }
  }
}
