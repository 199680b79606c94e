import type { GlyphPaths } from './glyph-paths.ts'

/** `[a b c d e f]` as in PDF and SVG. */
export type Matrix = readonly [number, number, number, number, number, number]

/** A mark of a content stream as SVG shows it, in points from the bottom left of the media box. */
export type Mark =
  | {
      kind: 'path'
      d: string
      matrix: Matrix
      fill?: string
      stroke?: string
      strokeWidth?: number
      clip?: string
    }
  | { kind: 'picture'; name: string; matrix: Matrix; clip?: string }

/** Resolves colours and font names in operators. */
export interface Means {
  /** Returns the screen colour of the operands of `k` or `K`. */
  colour(operands: string): string
  /** Returns a font's outlines by its name in content streams. */
  font(name: string): GlyphPaths | undefined
}

interface State {
  matrix: Matrix
  fill: string
  stroke: string
  strokeWidth: number
  clip: string | undefined
}

const identity: Matrix = [1, 0, 0, 1, 0, 0]

const times = (inner: Matrix, outer: Matrix): Matrix => [
  inner[0] * outer[0] + inner[1] * outer[2],
  inner[0] * outer[1] + inner[1] * outer[3],
  inner[2] * outer[0] + inner[3] * outer[2],
  inner[2] * outer[1] + inner[3] * outer[3],
  inner[4] * outer[0] + inner[5] * outer[2] + outer[4],
  inner[4] * outer[1] + inner[5] * outer[3] + outer[5],
]

/** TJ arrays, marked-content dictionaries, names, numbers and operators. */
const TOKENS = /\[[^\]]*\]|<<[^>]*>>>|\/[A-Za-z0-9]+|[-+]?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?|[A-Za-z]+\*?/g
const NUMBER = /^[-+.\d]/

/** Draws the press's operators (`src/typesetting/page`), and no others, to show exactly what is printed. */
export const interpret = (operators: string, means: Means): Mark[] => new Interpreter(means).run(operators)

class Interpreter {
  readonly #means: Means
  readonly #marks: Mark[] = []
  readonly #saved: State[] = []
  #state: State = {
    matrix: identity,
    fill: '#000',
    stroke: '#000',
    strokeWidth: 1,
    clip: undefined,
  }
  #path = ''
  #isClip = false
  #font: GlyphPaths | undefined
  #size = 0
  #rise = 0
  /** Start of the text line, in points. */
  #line = { x: 0, y: 0 }
  #pen = 0

  constructor(means: Means) {
    this.#means = means
  }

  run(operators: string): Mark[] {
    let operands: string[] = []
    for (const [token] of operators.matchAll(TOKENS)) {
      if (/^[[</]/.test(token) || NUMBER.test(token)) operands.push(token)
      else {
        this.#do(token, operands)
        operands = []
      }
    }
    return this.#marks
  }

  #do(operator: string, operands: readonly string[]): void {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = operands.map(Number)
    switch (operator) {
      case 'q':
        this.#saved.push({ ...this.#state })
        return
      case 'Q':
        this.#state = this.#saved.pop() ?? this.#state
        return
      case 'cm':
        this.#state.matrix = times([a, b, c, d, e, f], this.#state.matrix)
        return
      case 'k':
        this.#state.fill = this.#means.colour(operands.join(' '))
        return
      case 'K':
        this.#state.stroke = this.#means.colour(operands.join(' '))
        return
      case 'w':
        this.#state.strokeWidth = a
        return
      case 'Do':
        this.#picture(operands[0]!.slice(1))
        return
      case 'm':
      case 'l':
      case 'c':
        this.#path += `${operator.toUpperCase()}${operands.join(' ')}`
        return
      case 're':
        this.#path += `M${a} ${b}h${c}v${d}h${-c}z`
        return
      case 'h':
        this.#path += 'z'
        return
      case 'W':
        this.#isClip = true
        return
      case 'n':
      case 'f':
      case 'S':
      case 'B':
        this.#paint(operator)
        return
      default:
        this.#text(operator, operands)
    }
  }

  #text(operator: string, operands: readonly string[]): void {
    const [a = 0, b = 0] = operands.map(Number)
    switch (operator) {
      case 'BT':
        this.#line = { x: 0, y: 0 }
        this.#pen = 0
        return
      case 'Td':
        this.#line = { x: this.#line.x + a, y: this.#line.y + b }
        this.#pen = 0
        return
      case 'Tf':
        this.#font = this.#means.font(operands[0]!.slice(1))
        this.#size = b
        return
      case 'Ts':
        this.#rise = a
        return
      case 'TJ':
        this.#show(operands[0]!)
        return
    }
  }

  #show(array: string): void {
    const path = this.#font?.pathOf(array)
    if (!path) return
    const { x, y } = this.#line
    const scale = this.#size * path.scale
    const at: Matrix = [scale, 0, 0, scale, x + this.#pen, y + this.#rise]
    if (path.d !== '') this.#mark({ kind: 'path', d: path.d, matrix: at, fill: this.#state.fill })
    this.#pen += path.width * this.#size
  }

  #paint(operator: 'n' | 'f' | 'S' | 'B'): void {
    const d = this.#path
    this.#path = ''
    if (this.#isClip) this.#state.clip = d
    this.#isClip = false
    if (operator === 'n' || d === '') return
    const { fill, stroke, strokeWidth } = this.#state
    this.#mark({
      kind: 'path',
      d,
      matrix: identity,
      ...(operator === 'S' ? {} : { fill }),
      ...(operator === 'f' ? {} : { stroke, strokeWidth }),
    })
  }

  #picture(name: string): void {
    this.#mark({ kind: 'picture', name, matrix: identity })
  }

  #mark(mark: Mark): void {
    const { matrix, clip } = this.#state
    this.#marks.push({
      ...mark,
      matrix: times(mark.matrix, matrix),
      ...(clip === undefined ? {} : { clip }),
    })
  }
}
