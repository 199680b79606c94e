import type { Cmyk } from './colour.ts'

/** `[a b c d e f]` */
export type Matrix = readonly [number, number, number, number, number, number]

/** A rectangle in points from the lower left corner of the page. */
export interface Area {
  x: number
  y: number
  w: number
  h: number
}

/** A use of ink, images or blending on a page, in points of the unscaled page. */
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

const MAX_USES = 500

/** The most text areas kept per page. A page of small print has some thousands. */
const MAX_TEXTS = 50_000

/** Collects uses, and keeps only the first visible one of each key. */
export class Uses {
  readonly #page: Area
  readonly #seen = new Map<string, PageUse>()

  constructor(page: Area) {
    this.#page = page
  }

  /** Areas of visible text: text that isn't white, and text of patterns, clips and masks. */
  readonly texts: Area[] = []

  addText(area: Area, clip: Area | undefined): void {
    const shown = clip ? within(area, clip) : area
    const seen = shown && within(shown, this.#page)
    if (seen && this.texts.length < MAX_TEXTS) this.texts.push(seen)
  }

  get all(): PageUse[] {
    return [...this.#seen.values()]
  }

  /** `clip` is the visible area, if known. */
  add(key: string, use: PageUse, clip?: Area): void {
    if (this.#seen.has(key) || this.#seen.size >= MAX_USES) return
    const shown = clip ? within(use.area, clip) : use.area
    const area = shown && within(shown, this.#page)
    if (area) this.#seen.set(key, { ...use, area })
  }
}

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

/** Intersects with nothing. */
export const NOWHERE: Area = { x: 0, y: 0, w: -1, h: -1 }

/** The bounding box of points; empty if there are none. */
export class Bounds {
  #left = Number.POSITIVE_INFINITY
  #bottom = Number.POSITIVE_INFINITY
  #right = Number.NEGATIVE_INFINITY
  #top = Number.NEGATIVE_INFINITY

  /** Adds a point and returns it in page coordinates. */
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
