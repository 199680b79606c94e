import { type Area, Bounds, type Matrix } from './uses.ts'

/** Rectangles that are kept of one path: beyond, it has been judged by what it begins with. */
const MOST_RECTANGLES = 10_000
const NEAR_PT = 0.01

type Point = readonly [x: number, y: number]

/** A path as it is made, in points of the page: where it is, and which upright rectangles it consists of. */
export class Path {
  readonly #bounds = new Bounds()
  /** Of the part that is being made; undefined where it is no polygon. */
  #corners: Point[] | undefined = []
  readonly rectangles: Area[] = []

  get area(): Area {
    return this.#bounds.area
  }

  /** Begins another part. */
  move(matrix: Matrix, x: number, y: number): void {
    this.endPart()
    this.line(matrix, x, y)
  }

  line(matrix: Matrix, x: number, y: number): void {
    const point = this.#bounds.point(matrix, x, y)
    if (this.#corners && this.#corners.length < 6) this.#corners.push(point)
  }

  curve(matrix: Matrix, numbers: readonly number[]): void {
    this.#corners = undefined
    for (let at = 0; at < numbers.length; at += 2)
      this.#bounds.point(matrix, numbers[at]!, numbers[at + 1] ?? 0)
  }

  box(matrix: Matrix, x: number, y: number, w: number, h: number): void {
    this.move(matrix, x, y)
    this.line(matrix, x + w, y)
    this.line(matrix, x + w, y + h)
    this.line(matrix, x, y + h)
    this.endPart()
  }

  /** What is filled is closed by that, whether or not it was before. */
  endPart(): void {
    const corners = this.#corners
    this.#corners = []
    if (!corners || this.rectangles.length >= MOST_RECTANGLES) return
    if (corners.length === 5 && isNear(corners[0]!, corners[4]!)) corners.pop()
    if (corners.length === 4 && isUpright(corners)) this.rectangles.push(boxAround(corners))
  }
}

const isNear = ([ax, ay]: Point, [bx, by]: Point): boolean =>
  Math.abs(ax - bx) < NEAR_PT && Math.abs(ay - by) < NEAR_PT

/** Whether its sides are level and plumb in turn. */
const isUpright = (corners: readonly Point[]): boolean => {
  const lies = (along: 0 | 1) =>
    corners.every((corner, at) => {
      const axis = at % 2 === 0 ? along : along === 0 ? 1 : 0
      return Math.abs(corner[axis] - corners[(at + 1) % 4]![axis]) < NEAR_PT
    })
  return lies(0) || lies(1)
}

const boxAround = (corners: readonly Point[]): Area => {
  const xs = corners.map(([x]) => x)
  const ys = corners.map(([, y]) => y)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y }
}
