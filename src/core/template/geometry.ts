import type { BoxMm } from '../kernel/finding.ts'
import type { TemplateElement } from './document.ts'
import type { Sheet } from './sheet.ts'

/** Tolerance for rounding, below any printer's accuracy. */
export const TOLERANCE_MM = 0.01

/** Returns an element's box. That of an address is its zone; undefined if the page has none. */
export const elementBox = (
  element: TemplateElement,
  sheet: Pick<Sheet, 'zones'>,
  page: number,
): BoxMm | undefined => {
  switch (element.type) {
    case 'address':
      return sheet.zones.find((zone) => zone.kind === 'address' && zone.page === page)
    case 'qr':
      return { x: element.x, y: element.y, w: element.size, h: element.size }
    case 'line': {
      const half = element.strokeWidth / 2
      return {
        x: Math.min(element.x1, element.x2) - half,
        y: Math.min(element.y1, element.y2) - half,
        w: Math.abs(element.x1 - element.x2) + element.strokeWidth,
        h: Math.abs(element.y1 - element.y2) + element.strokeWidth,
      }
    }
    default:
      return element
  }
}

/** Shrinks the box on every side, or enlarges it if `by` is negative. */
export const inset = ({ x, y, w, h }: BoxMm, by: number): BoxMm => ({
  x: x + by,
  y: y + by,
  w: w - 2 * by,
  h: h - 2 * by,
})

export const overlaps = (a: BoxMm, b: BoxMm): boolean =>
  a.x + TOLERANCE_MM < b.x + b.w &&
  b.x + TOLERANCE_MM < a.x + a.w &&
  a.y + TOLERANCE_MM < b.y + b.h &&
  b.y + TOLERANCE_MM < a.y + a.h

export const contains = (outer: BoxMm, inner: BoxMm): boolean =>
  inner.x >= outer.x - TOLERANCE_MM &&
  inner.y >= outer.y - TOLERANCE_MM &&
  inner.x + inner.w <= outer.x + outer.w + TOLERANCE_MM &&
  inner.y + inner.h <= outer.y + outer.h + TOLERANCE_MM
