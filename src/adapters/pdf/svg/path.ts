type Point = readonly [x: number, y: number]

interface Arc {
  radii: Point
  /** The angle of the first radius to the x axis, in radians. */
  angle: number
  isLarge: boolean
  isSweep: boolean
}

/** Returns an elliptical arc (SVG 1.1, F.6) as curves of a quarter ellipse or less; undefined if straight. */
export const arcCurves = (
  from: Point,
  to: Point,
  { radii, angle, isLarge, isSweep }: Arc,
): number[][] | undefined => {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const halfX = (from[0] - to[0]) / 2
  const halfY = (from[1] - to[1]) / 2
  const x = cos * halfX + sin * halfY
  const y = cos * halfY - sin * halfX
  if (radii[0] === 0 || radii[1] === 0 || (x === 0 && y === 0)) return undefined
  // Radii too small to reach the end point are scaled up.
  const grown = Math.sqrt(Math.max(1, (x / radii[0]) ** 2 + (y / radii[1]) ** 2))
  const [rx, ry] = [radii[0] * grown, radii[1] * grown]
  const span = (rx * y) ** 2 + (ry * x) ** 2
  const offset = Math.sqrt(Math.max(0, ((rx * ry) ** 2 - span) / span)) * (isLarge === isSweep ? -1 : 1)
  const cx = (offset * rx * y) / ry
  const cy = (-offset * ry * x) / rx
  const start = Math.atan2((y - cy) / ry, (x - cx) / rx)
  let sweep = Math.atan2((-y - cy) / ry, (-x - cx) / rx) - start
  if (isSweep && sweep < 0) sweep += 2 * Math.PI
  if (!isSweep && sweep > 0) sweep -= 2 * Math.PI
  const centreX = cos * cx - sin * cy + (from[0] + to[0]) / 2
  const centreY = sin * cx + cos * cy + (from[1] + to[1]) / 2
  const place = (u: number, v: number): Point => [
    centreX + cos * rx * u - sin * ry * v,
    centreY + sin * rx * u + cos * ry * v,
  ]
  const count = Math.max(1, Math.ceil(Math.abs(sweep) / (Math.PI / 2) - 1e-9))
  const step = sweep / count
  const reach = (4 / 3) * Math.tan(step / 4)
  return Array.from({ length: count }, (_, index) => {
    const a = start + index * step
    const b = a + step
    const end = index === count - 1 ? to : place(Math.cos(b), Math.sin(b))
    return [
      ...place(Math.cos(a) - reach * Math.sin(a), Math.sin(a) + reach * Math.cos(a)),
      ...place(Math.cos(b) + reach * Math.sin(b), Math.sin(b) - reach * Math.cos(b)),
      ...end,
    ]
  })
}

const COMMAND = /[MmLlHhVvCcSsQqTtAaZz]/
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y

const COUNTS: Readonly<Record<string, number>> = {
  ...{ M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 },
}

export type Operator = (numbers: readonly number[], operator: string) => void

/** Draws path data with `m`, `l`, `c` and `h`. Returns false if invalid, after drawing what precedes it. */
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
    // Further pairs after a move are lines.
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
  /** The control point that a smooth curve mirrors. */
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
