import type { BoxMm } from '../../core/kernel/finding.ts'
import type { Sheet } from '../../core/template/sheet.ts'

const POINTS_PER_MM = 72 / 25.4
export const points = (mm: number): number => mm * POINTS_PER_MM

/** A rectangle in PDF points from the bottom left of the media box. */
export interface BoxPt {
  x: number
  y: number
  w: number
  h: number
}

/** Converts mm from the top left of the trim box to points from the bottom left of the media box. */
export class PageSpace {
  readonly width: number
  readonly height: number
  readonly trim: BoxPt
  readonly #bleed: number

  constructor(sheet: Pick<Sheet, 'trim' | 'bleed'>) {
    this.#bleed = points(sheet.bleed)
    this.width = points(sheet.trim.w) + 2 * this.#bleed
    this.height = points(sheet.trim.h) + 2 * this.#bleed
    this.trim = { x: this.#bleed, y: this.#bleed, w: points(sheet.trim.w), h: points(sheet.trim.h) }
  }
  x(mm: number): number {
    return points(mm) + this.#bleed
  }
  y(mm: number): number {
    return this.height - points(mm) - this.#bleed
  }
  box(box: BoxMm): BoxPt {
    return { x: this.x(box.x), y: this.y(box.y + box.h), w: points(box.w), h: points(box.h) }
  }
}

/** Formats a number for PDF with three decimals, which are 0.0004 mm. */
export const num = (value: number): string => String(rounded(value))

export const rounded = (value: number): number => Math.round(value * 1000) / 1000
