import { type Area, Bounds, type Matrix, type Uses, within } from './uses.ts'

/** The most rectangles kept per path. The first ones are representative. */
const MAX_RECTANGLES = 10_000
const NEAR_PT = 0.01

type Point = readonly [x: number, y: number]

/** Collects the bounds and the axis-aligned rectangles of a path, in points of the page. */
export class Path {
  readonly #bounds = new Bounds()
  /** The corners of the current subpath; undefined if it isn't a polygon. */
  #corners: Point[] | undefined = []
  readonly rectangles: Area[] = []

  get area(): Area {
    return this.#bounds.area
  }

  move(matrix: Matrix, x: number, y: number): void {
    this.endSubpath()
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
    this.endSubpath()
  }

  /** Ends the subpath and records it if it is a rectangle, even if open: filling closes it. */
  endSubpath(): void {
    const corners = this.#corners
    this.#corners = []
    if (!corners || this.rectangles.length >= MAX_RECTANGLES) return
    if (corners.length === 5 && isNear(corners[0]!, corners[4]!)) corners.pop()
    if (corners.length === 4 && isAxisAligned(corners)) this.rectangles.push(boxAround(corners))
  }
}

const isNear = ([ax, ay]: Point, [bx, by]: Point): boolean =>
  Math.abs(ax - bx) < NEAR_PT && Math.abs(ay - by) < NEAR_PT

const isAxisAligned = (corners: readonly Point[]): boolean => {
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

/** In points of the unscaled page. A wider rectangle isn't a line, however small the page is placed. */
const MAX_WIDTH_PT = 1
/** A thinner rectangle has no area and isn't counted. */
const MIN_WIDTH_PT = 0.001
/** The least ratio of length to width of a line, which excludes dots and modules of codes. */
const MIN_LENGTH = 10
/** Rectangles closer than this touch. */
const TOUCH_PT = 0.02

/** Finds lines drawn as filled rectangles. Joins adjacent strips, because gradients consist of them. */
export class FilledLines {
  readonly #uses: Uses
  #last: { area: Area; clip: Area | undefined } | undefined

  constructor(uses: Uses) {
    this.#uses = uses
  }

  fill(area: Area, clip: Area | undefined): void {
    if (widthOf(area) >= MAX_WIDTH_PT || widthOf(area) < MIN_WIDTH_PT) return
    const shown = clip ? within(area, clip) : area
    if (!shown || widthOf(shown) <= 0) return
    const last = this.#last
    if (last && touches(last.area, area)) {
      last.area = around(last.area, area)
      return
    }
    this.end()
    this.#last = { area, clip }
  }

  end(): void {
    const last = this.#last
    this.#last = undefined
    if (!last) return
    const { area, clip } = last
    const widthPt = widthOf(area)
    if (widthPt >= MAX_WIDTH_PT || Math.max(area.w, area.h) < MIN_LENGTH * widthPt) return
    this.#uses.add(`line ${widthPt.toFixed(2)}`, { kind: 'line', widthPt, area }, clip)
  }
}

const widthOf = ({ w, h }: Area): number => Math.min(w, h)

const areNear = (a: number, b: number): boolean => Math.abs(a - b) <= TOUCH_PT

const touches = (a: Area, b: Area): boolean =>
  (areNear(a.x, b.x) && areNear(a.w, b.w) && a.y <= b.y + b.h + TOUCH_PT && b.y <= a.y + a.h + TOUCH_PT) ||
  (areNear(a.y, b.y) && areNear(a.h, b.h) && a.x <= b.x + b.w + TOUCH_PT && b.x <= a.x + a.w + TOUCH_PT)

const around = (a: Area, b: Area): Area => {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y }
}
