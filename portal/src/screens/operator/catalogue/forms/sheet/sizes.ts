import type { Specification } from '../../parts.ts'

type Zone = Specification['sheet']['zones'][number]
interface Size {
  w: number
  h: number
}

/** Common page sizes in mm, in reading orientation. */
export const pageSizes: readonly (readonly [name: string, w: number, h: number])[] = [
  ['A6', 148, 105],
  ['A5', 210, 148],
  ['DL', 210, 99],
  ['A4', 210, 297],
  ['4 × 6 in', 152.4, 101.6],
  ['6 × 9 in', 228.6, 152.4],
  ['6 × 11 in', 279.4, 152.4],
  ['US Letter', 215.9, 279.4],
]

/** Common envelope sizes in mm. */
export const envelopeSizes: readonly (readonly [name: string, w: number, h: number])[] = [
  ['DL', 220, 110],
  ['C6', 162, 114],
  ['C6/5', 229, 114],
  ['C5', 229, 162],
  ['C4', 324, 229],
  ['#10', 241.3, 104.8],
]

export const sizeNamed = (sizes: typeof pageSizes, { w, h }: Size): string | undefined =>
  sizes.find(([, width, height]) => width === w && height === h)?.[0]

const rounded = (value: number): number => Math.round(value * 100) / 100

const along = (start: number, length: number, from: number, to: number): [start: number, length: number] => {
  // A zone that spans the page spans the new size too.
  if (start <= 0 && start + length >= from) return [start, rounded(length + to - from)]
  const isNearEnd = start + length / 2 > from / 2
  return [rounded(isNearEnd ? start + to - from : start), length]
}

/** Adapts zones to another page size: each keeps its distance from the nearer edges, as carriers measure. */
export const zonesOnSize = (zones: readonly Zone[], from: Size, to: Size): Zone[] =>
  zones.map((zone) => {
    const [x, w] = along(zone.x, zone.w, from.w, to.w)
    const [y, h] = along(zone.y, zone.h, from.h, to.h)
    return { ...zone, x, y, w, h }
  })
