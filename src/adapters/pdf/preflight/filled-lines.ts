import { type Area, type Uses, within } from './uses.ts'

/** Wider than this, in points of the page itself, a rectangle is no line, however small the page is placed. */
const MOST_WIDTH_PT = 1
/** Thinner, it has no area and leaves no ink that anybody counts on. */
const LEAST_WIDTH_PT = 0.001
/** A line is so many times as long as it is wide: a dot or a module of a code is none. */
const LEAST_LENGTH = 10
/** Rectangles that are no further apart touch. */
const TOUCH_PT = 0.02

/**
 * Finds lines among filled rectangles, which many programs draw them as. Strips that lie against one another
 * are one surface: blends are drawn like that, and no strip of them is a line.
 */
export class FilledLines {
  readonly #uses: Uses
  #last: { area: Area; clip: Area | undefined } | undefined

  constructor(uses: Uses) {
    this.#uses = uses
  }

  /** Takes a rectangle that is filled, and within what it shows. */
  fill(area: Area, clip: Area | undefined): void {
    if (widthOf(area) >= MOST_WIDTH_PT || widthOf(area) < LEAST_WIDTH_PT) return
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

  /** Nothing more lies against the last one. */
  end(): void {
    const last = this.#last
    this.#last = undefined
    if (!last) return
    const { area, clip } = last
    const widthPt = widthOf(area)
    if (widthPt >= MOST_WIDTH_PT || Math.max(area.w, area.h) < LEAST_LENGTH * widthPt) return
    this.#uses.add(`line ${widthPt.toFixed(2)}`, { kind: 'line', widthPt, area }, clip)
  }
}

const widthOf = ({ w, h }: Area): number => Math.min(w, h)

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= TOUCH_PT

/** Whether two are strips of one rectangle, side by side. */
const touches = (a: Area, b: Area): boolean =>
  (isNear(a.x, b.x) && isNear(a.w, b.w) && a.y <= b.y + b.h + TOUCH_PT && b.y <= a.y + a.h + TOUCH_PT) ||
  (isNear(a.y, b.y) && isNear(a.h, b.h) && a.x <= b.x + b.w + TOUCH_PT && b.x <= a.x + a.w + TOUCH_PT)

const around = (a: Area, b: Area): Area => {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y }
}
