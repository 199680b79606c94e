import type { Specification } from '../../parts.ts'

const number = (value: unknown, least = Number.NEGATIVE_INFINITY): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.max(value, least) : Math.max(0, least)

const boxOf = <B extends { x: number; y: number; w: number; h: number }>(box: B): B => ({
  ...box,
  x: number(box.x),
  y: number(box.y),
  w: number(box.w, 0),
  h: number(box.h, 0),
})

/** Replaces invalid numbers of a specification, so that it can be drawn while the user types. */
export const drawable = (one: Specification): Specification => {
  const { sheet, envelope } = one
  return {
    ...one,
    sheet: {
      ...sheet,
      trim: { w: number(sheet.trim.w, 10), h: number(sheet.trim.h, 10) },
      bleed: number(sheet.bleed, 0),
      // Limits the margin to half the page.
      safe: Math.min(number(sheet.safe, 0), number(sheet.trim.w, 10) / 2, number(sheet.trim.h, 10) / 2),
      zones: sheet.zones.map((zone) => ({ ...boxOf(zone), page: number(zone.page, 1) })),
    },
    envelope: envelope && { ...envelope, window: envelope.window && boxOf(envelope.window) },
  }
}
