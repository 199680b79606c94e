import { arcCurves, type Point } from './arc.ts'

const COMMAND = /[MmLlHhVvCcSsQqTtAaZz]/
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y

/** How many numbers each command takes. */
const COUNTS: Readonly<Record<string, number>> = {
  ...{ M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 },
}

export type Operator = (numbers: readonly number[], operator: string) => void

/**
 * Draws the data of a path with `m`, `l`, `c` and `h`. Returns false where the data is not valid; what comes before
 * the fault is drawn.
 */
export const drawPath = (data: string, draw: Operator): boolean => {
  const pen = new Pen(draw)
  let at = 0
  let command = ''
  const skip = () => {
    while (at < data.length && /[\s,]/.test(data[at]!)) at++
  }
  const next = (isFlag: boolean): number | undefined => {
    skip()
    if (isFlag) return data[at] === '0' || data[at] === '1' ? Number(data[at++]) : undefined
    NUMBER.lastIndex = at
    const match = NUMBER.exec(data)
    if (!match) return undefined
    at += match[0].length
    return Number(match[0])
  }
  for (skip(); at < data.length; skip()) {
    if (COMMAND.test(data[at]!)) command = data[at++]!
    else if (command === '' || /z/i.test(command)) return false
    const kind = command.toUpperCase()
    if (!pen.hasBegun && kind !== 'M') return false
    const numbers: number[] = []
    for (let index = 0; index < COUNTS[kind]!; index++) {
      const value = next(kind === 'A' && (index === 3 || index === 4))
      if (value === undefined) return false
      numbers.push(value)
    }
    pen.move(kind, command !== kind, numbers)
    // Further pairs behind a move are lines.
    if (kind === 'M') command = command === 'M' ? 'L' : 'l'
  }
  return true
}

class Pen {
  readonly #draw: Operator
  #x = 0
  #y = 0
  #startX = 0
  #startY = 0
  /** The control point that a smooth curve mirrors, of a cubic or a quadratic one. */
  #cubic: [number, number] | undefined
  #quadratic: [number, number] | undefined
  hasBegun = false

  constructor(draw: Operator) {
    this.#draw = draw
  }

  move(kind: string, isRelative: boolean, numbers: number[]): void {
    const [dx, dy] = isRelative ? [this.#x, this.#y] : [0, 0]
    const points = (from = 0) =>
      numbers.slice(from).map((value, index) => value + (index % 2 === 0 ? dx : dy))
    const cubic = this.#cubic
    const quadratic = this.#quadratic
    this.#cubic = undefined
    this.#quadratic = undefined
    switch (kind) {
      case 'M': {
        const [x, y] = points() as [number, number]
        this.hasBegun = true
        this.#startX = x
        this.#startY = y
        this.#to([x, y], 'm')
        break
      }
      case 'L':
        this.#to(points(), 'l')
        break
      case 'H':
        this.#to([numbers[0]! + dx, this.#y], 'l')
        break
      case 'V':
        this.#to([this.#x, numbers[0]! + dy], 'l')
        break
      case 'C':
        this.#curve(points())
        break
      case 'S': {
        const [cx, cy] = cubic ? [2 * this.#x - cubic[0], 2 * this.#y - cubic[1]] : [this.#x, this.#y]
        this.#curve([cx, cy, ...points()])
        break
      }
      case 'Q':
        this.#quadraticCurve(points())
        break
      case 'T': {
        const [cx, cy] = quadratic
          ? [2 * this.#x - quadratic[0], 2 * this.#y - quadratic[1]]
          : [this.#x, this.#y]
        this.#quadraticCurve([cx, cy, ...points()])
        break
      }
      case 'A':
        this.#arc(numbers, points(5) as [number, number])
        break
      default:
        this.#draw([], 'h')
        this.#x = this.#startX
        this.#y = this.#startY
    }
  }

  /** `points` ends with where the pen is afterwards. */
  #to(points: number[], operator: string): void {
    this.#draw(points, operator)
    this.#x = points.at(-2)!
    this.#y = points.at(-1)!
  }

  #curve(points: number[]): void {
    this.#cubic = [points[2]!, points[3]!]
    this.#to(points, 'c')
  }

  #quadraticCurve([cx, cy, x, y]: number[]): void {
    const third = (from: number, control: number) => from + (2 / 3) * (control - from)
    this.#to([third(this.#x, cx!), third(this.#y, cy!), third(x!, cx!), third(y!, cy!), x!, y!], 'c')
    this.#quadratic = [cx!, cy!]
  }

  #arc([width, height, degrees, isLarge, isSweep]: number[], [x, y]: readonly [number, number]): void {
    const from: Point = [this.#x, this.#y]
    const arcs = arcCurves(from, [x, y], {
      radii: [Math.abs(width!), Math.abs(height!)],
      angle: (degrees! * Math.PI) / 180,
      isLarge: isLarge === 1,
      isSweep: isSweep === 1,
    })
    if (!arcs) this.#to([x, y], 'l')
    for (const points of arcs ?? []) this.#to(points, 'c')
  }
}
