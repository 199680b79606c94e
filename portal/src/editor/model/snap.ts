import { type Sheet, zonesOn } from '#lettershop/template'
import { type BoxMm, type Handle, onGrid } from './boxes.ts'

/** Snap positions on each axis, in mm. */
export interface Lines {
  x: readonly number[]
  y: readonly number[]
}

/** A snapped movement, with the guide lines to show. */
export interface Snapped {
  dx: number
  dy: number
  guides: Lines
}

const TOUCHING_MM = 0.005

const ends = (start: number, length: number): number[] => [start, start + length / 2, start + length]

/** Returns snap lines: trim, bleed, safe area and centre of the sheet, zones, and other elements. */
export const linesOf = (
  sheet: Pick<Sheet, 'trim' | 'bleed' | 'safe' | 'plex' | 'zones'>,
  page: number,
  others: readonly BoxMm[],
): Lines => {
  const { trim, bleed, safe } = sheet
  const zones = zonesOn(sheet, page)
  const axis = (length: number, start: 'x' | 'y', side: 'w' | 'h') => [
    ...[-bleed, 0, safe, length / 2, length - safe, length, length + bleed],
    ...zones.flatMap((zone) => [zone[start], zone[start] + zone[side]]),
    ...others.flatMap((box) => ends(box[start], box[side])),
  ]
  return { x: axis(trim.w, 'x', 'w'), y: axis(trim.h, 'y', 'h') }
}

/** Returns the nearest line and its distance; undefined if none is within reach. */
const nearest = (
  edges: readonly number[],
  lines: readonly number[],
  reach: number,
): { by: number; line: number } | undefined => {
  let best: { by: number; line: number } | undefined
  for (const edge of edges) {
    for (const line of lines) {
      const by = line - edge
      if (Math.abs(by) <= reach && (!best || Math.abs(by) < Math.abs(best.by))) best = { by, line }
    }
  }
  return best
}

const along = (
  delta: number,
  edges: readonly number[],
  lines: readonly number[],
  reach: number,
): { delta: number; guides: number[] } => {
  const first = edges[0] ?? 0
  const found = nearest(
    edges.map((edge) => edge + delta),
    lines,
    reach,
  )
  if (!found) return { delta: onGrid(first + delta) - first, guides: [] }
  const rest = delta + found.by
  const touches = (line: number) => edges.some((edge) => Math.abs(edge + rest - line) < TOUCHING_MM)
  return { delta: rest, guides: [...new Set(lines.filter(touches))].sort((a, b) => a - b) }
}

/** Snaps a moved box to lines within `reach`, otherwise to the grid. */
export const snapMove = (box: BoxMm, dx: number, dy: number, lines: Lines, reach: number): Snapped => {
  const x = along(dx, ends(box.x, box.w), lines.x, reach)
  const y = along(dy, ends(box.y, box.h), lines.y, reach)
  return { dx: x.delta, dy: y.delta, guides: { x: x.guides, y: y.guides } }
}

/** Snaps the edges moved by a handle. */
export const snapResize = (
  box: BoxMm,
  handle: Handle,
  dx: number,
  dy: number,
  lines: Lines,
  reach: number,
): Snapped => {
  const across = handle.includes('w') ? [box.x] : handle.includes('e') ? [box.x + box.w] : []
  const down = handle.includes('n') ? [box.y] : handle.includes('s') ? [box.y + box.h] : []
  const x = across.length > 0 ? along(dx, across, lines.x, reach) : { delta: 0, guides: [] }
  const y = down.length > 0 ? along(dy, down, lines.y, reach) : { delta: 0, guides: [] }
  return { dx: x.delta, dy: y.delta, guides: { x: x.guides, y: y.guides } }
}
