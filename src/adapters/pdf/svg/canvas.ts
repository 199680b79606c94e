import { num } from '../../../typesetting/page/units.ts'
import type { Rgba } from './colours.ts'
import type { Matrix } from './transform.ts'

/** A part of the drawing that is composed by itself: the page, or a group with an opacity. */
export interface SvgForm {
  operators: string
  /** Points of its own space that its content lies in; undefined of the page. */
  box: readonly [number, number, number, number] | undefined
  /** Numbers of the forms that it draws. */
  forms: number[]
}

const times = (a: Matrix, b: Matrix): Matrix => [
  a[0] * b[0] + a[1] * b[2],
  a[0] * b[1] + a[1] * b[3],
  a[2] * b[0] + a[3] * b[2],
  a[2] * b[1] + a[3] * b[3],
  a[4] * b[0] + a[5] * b[2] + b[4],
  a[4] * b[1] + a[5] * b[3] + b[5],
]

/** Collects operators of PDF; colours are in sRGB (`/S`), grays in black ink alone. */
export class SvgCanvas {
  readonly forms: SvgForm[] = []
  /** Opacities of fills and strokes, by the name of their graphics state. */
  readonly opacities = new Map<string, number>()
  readonly #page: readonly [number, number]
  #operators: string[] = []
  #drawn: number[] = []
  #matrix: Matrix

  constructor(page: readonly [number, number], matrix: Matrix) {
    this.#page = page
    this.#matrix = [1, 0, 0, 1, 0, 0]
    this.transform(matrix)
  }

  transform(matrix: Matrix): void {
    this.#matrix = times(matrix, this.#matrix)
    this.#operators.push(`${matrix.map(precise).join(' ')} cm`)
  }

  /** False where the matrix leaves no area, so that nothing is drawn. */
  get isFlat(): boolean {
    const [a, b, c, d] = this.#matrix
    return !(Math.abs(a * d - b * c) > 1e-9 * (Math.abs(a) + Math.abs(b)) * (Math.abs(c) + Math.abs(d)))
  }

  raw(operators: string): void {
    this.#operators.push(operators)
  }

  path(numbers: readonly number[], operator: string): void {
    this.#operators.push(numbers.length === 0 ? operator : `${numbers.map(precise).join(' ')} ${operator}`)
  }

  within(draw: () => void): void {
    const matrix = this.#matrix
    this.#operators.push('q')
    draw()
    this.#operators.push('Q')
    this.#matrix = matrix
  }

  /** Draws something as a whole with an opacity. */
  group(opacity: number, draw: () => void): void {
    const box = this.#visible()
    if (!box) return
    const [operators, drawn] = [this.#operators, this.#drawn]
    this.#operators = []
    this.#drawn = []
    draw()
    this.forms.push({ operators: this.#operators.join('\n'), box, forms: this.#drawn })
    this.#operators = operators
    this.#drawn = drawn
    const form = this.forms.length - 1
    this.#drawn.push(form)
    this.#operators.push(`q /${this.#opacity('B', opacity)} gs /F${form} Do Q`)
  }

  fill(colour: Rgba, opacity: number): void {
    this.#operators.push(colourOperators(colour, 'cs', 'sc', 'g'))
    if (opacity < 1) this.#operators.push(`/${this.#opacity('f', opacity)} gs`)
  }

  stroke(colour: Rgba, opacity: number): void {
    this.#operators.push(colourOperators(colour, 'CS', 'SC', 'G'))
    if (opacity < 1) this.#operators.push(`/${this.#opacity('s', opacity)} gs`)
  }

  /** The page itself, once everything is drawn. */
  finish(): SvgForm {
    return { operators: this.#operators.join('\n'), box: undefined, forms: this.#drawn }
  }

  #opacity(kind: 'f' | 's' | 'B', opacity: number): string {
    const name = `${kind}${Math.round(opacity * 1000)}`
    this.opacities.set(name, opacity)
    return name
  }

  /** The page in the units of the current space. */
  #visible(): readonly [number, number, number, number] | undefined {
    if (this.isFlat) return undefined
    const [a, b, c, d, e, f] = this.#matrix
    const determinant = a * d - b * c
    const [w, h] = this.#page
    const corners = [
      [0, 0],
      [w, 0],
      [0, h],
      [w, h],
    ].map(([x, y]) => [
      (d * (x! - e) - c * (y! - f)) / determinant,
      (a * (y! - f) - b * (x! - e)) / determinant,
    ])
    const xs = corners.map(([x]) => x!)
    const ys = corners.map(([, y]) => y!)
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  }
}

/** Small drawings are scaled up, so six digits are kept of any number. PDF knows no exponents. */
const precise = (value: number): string => {
  const sane = Math.min(MAX_NUMBER, Math.max(-MAX_NUMBER, value))
  if (Number.isInteger(sane)) return String(sane)
  const zeros = Math.max(0, -Math.floor(Math.log10(Math.abs(sane))) - 1)
  return sane.toFixed(Math.min(20, 6 + zeros)).replace(/\.?0+$/, '')
}
const MAX_NUMBER = 1e12

const colourOperators = ([r, g, b]: Rgba, space: string, set: string, gray: string): string =>
  r === g && g === b ? `${num(r)} ${gray}` : `/S ${space} ${num(r)} ${num(g)} ${num(b)} ${set}`
