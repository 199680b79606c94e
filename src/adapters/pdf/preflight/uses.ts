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
  | { kind: 'spot'; ink: string; area: Area }
  | { kind: 'picture'; ppi: number; isRgb: boolean; area: Area }
  | { kind: 'blending'; space: string; area: Area }
  | { kind: 'white_overprint'; area: Area }

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

/** The most texts whose places are kept of a page: a page of small print has some thousands. */
const MOST_TEXTS = 50_000

/** Collects uses, each kind once, where it is first seen on the page. */
export class Uses {
  readonly #page: Area
  readonly #seen = new Map<string, PageUse>()

  constructor(page: Area) {
    this.#page = page
  }

  /** Where letters may be seen: those that are not white, and those that a pattern, a clip or a mask has. */
  readonly texts: Area[] = []

  addText(area: Area, clip: Area | undefined): void {
    const shown = clip ? within(area, clip) : area
    const seen = shown && within(shown, this.#page)
    if (seen && this.texts.length < MOST_TEXTS) this.texts.push(seen)
  }

  get all(): PageUse[] {
    return [...this.#seen.values()]
  }

  /** `clip`: within what it shows, where that is known. */
  add(key: string, use: PageUse, clip?: Area): void {
    if (this.#seen.has(key) || this.#seen.size >= MOST_USES) return
    const shown = clip ? within(use.area, clip) : use.area
    const area = shown && within(shown, this.#page)
    if (area) this.#seen.set(key, { ...use, area })
  }
}

/** The part of a box that lies in another; undefined where they do not meet. */
export const within = ({ x, y, w, h }: Area, frame: Area): Area | undefined => {
  const left = Math.max(x, frame.x)
  const bottom = Math.max(y, frame.y)
  const right = Math.min(x + w, frame.x + frame.w)
  const top = Math.min(y + h, frame.y + frame.h)
  if (!(right >= left && top >= bottom)) return undefined
  return { x: left, y: bottom, w: right - left, h: top - bottom }
}

/** Larger than any page. */
export const EVERYWHERE: Area = { x: -1e9, y: -1e9, w: 2e9, h: 2e9 }

/** Shows nothing of anything. */
export const NOWHERE: Area = { x: 0, y: 0, w: -1, h: -1 }

/** The box around points, of an area that is nowhere where there are none. */
export class Bounds {
  #left = Number.POSITIVE_INFINITY
  #bottom = Number.POSITIVE_INFINITY
  #right = Number.NEGATIVE_INFINITY
  #top = Number.NEGATIVE_INFINITY

  /** The point as it is on the page. */
  point([a, b, c, d, e, f]: Matrix, x: number, y: number): [x: number, y: number] {
    const px = a * x + c * y + e
    const py = b * x + d * y + f
    this.#left = Math.min(this.#left, px)
    this.#right = Math.max(this.#right, px)
    this.#bottom = Math.min(this.#bottom, py)
    this.#top = Math.max(this.#top, py)
    return [px, py]
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

export const areaAround = (areas: readonly Area[]): Area => {
  const bounds = new Bounds()
  for (const { x, y, w, h } of areas) bounds.box([1, 0, 0, 1, 0, 0], x, y, w, h)
  return bounds.area
}
