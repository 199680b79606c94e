import type { Cmyk } from './colour.ts'

/** `[a b c d e f]` */
export type Matrix = readonly [number, number, number, number, number, number]

/** A rectangle in points, from the lower left corner of the page. */
export interface Area {
  x: number
  y: number
  w: number
  h: number
}

/** How a page uses ink, dots or blending: measured in points at its own size. */
export type PageUse =
  | { kind: 'ink'; cmyk: Cmyk; textPt?: number; isLine?: boolean; area: Area }
  | { kind: 'line'; widthPt: number; area: Area }
  | { kind: 'rgb'; area: Area }
  | { kind: 'picture'; ppi: number; isRgb: boolean; area: Area }
  | { kind: 'blending'; space: string; area: Area }

export const times = (inner: Matrix, outer: Matrix): Matrix => [
  inner[0] * outer[0] + inner[1] * outer[2],
  inner[0] * outer[1] + inner[1] * outer[3],
  inner[2] * outer[0] + inner[3] * outer[2],
  inner[2] * outer[1] + inner[3] * outer[3],
  inner[4] * outer[0] + inner[5] * outer[2] + outer[4],
  inner[4] * outer[1] + inner[5] * outer[3] + outer[5],
]

export const scaleOf = ([a, b, c, d]: Matrix): number => Math.sqrt(Math.abs(a * d - b * c))

/** The most different uses that are kept of a page; a page with more has enough to be told. */
const MOST_USES = 500

/** Collects uses, each kind once, where it is first seen on the page. */
export class Uses {
  readonly #page: Area
  readonly #seen = new Map<string, PageUse>()

  constructor(page: Area) {
    this.#page = page
  }

  get all(): PageUse[] {
    return [...this.#seen.values()]
  }

  add(key: string, use: PageUse): void {
    if (this.#seen.has(key) || this.#seen.size >= MOST_USES) return
    const area = this.#within(use.area)
    if (area) this.#seen.set(key, { ...use, area })
  }

  /** The part that is on the page; undefined for what is painted beside it. */
  #within({ x, y, w, h }: Area): Area | undefined {
    const page = this.#page
    const left = Math.max(x, page.x)
    const bottom = Math.max(y, page.y)
    const right = Math.min(x + w, page.x + page.w)
    const top = Math.min(y + h, page.y + page.h)
    if (!(right >= left && top >= bottom)) return undefined
    return { x: left, y: bottom, w: right - left, h: top - bottom }
  }
}

/** The box around points, of an area that is nowhere where there are none. */
export class Bounds {
  #left = Number.POSITIVE_INFINITY
  #bottom = Number.POSITIVE_INFINITY
  #right = Number.NEGATIVE_INFINITY
  #top = Number.NEGATIVE_INFINITY

  point([a, b, c, d, e, f]: Matrix, x: number, y: number): void {
    const px = a * x + c * y + e
    const py = b * x + d * y + f
    this.#left = Math.min(this.#left, px)
    this.#right = Math.max(this.#right, px)
    this.#bottom = Math.min(this.#bottom, py)
    this.#top = Math.max(this.#top, py)
  }

  box(matrix: Matrix, x: number, y: number, w: number, h: number): this {
    for (const [px, py] of [
      [x, y],
      [x + w, y],
      [x, y + h],
      [x + w, y + h],
    ] as const)
      this.point(matrix, px, py)
    return this
  }

  get area(): Area {
    return { x: this.#left, y: this.#bottom, w: this.#right - this.#left, h: this.#top - this.#bottom }
  }
}
