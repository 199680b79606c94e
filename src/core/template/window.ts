import { type BoxMm, type Finding, finding } from '../kernel/finding.ts'
import { contains, inset, overlaps } from './geometry.ts'
import { templateSentences } from './sentences.ts'
import { type Sheet, type SheetZone, zonesOn } from './sheet.ts'

/** `play` is how far the piece can slide in every direction, in mm. */
export interface WindowedEnvelope {
  /** The visible part of page 1 in its nominal position, from the top left of the trim. */
  window: BoxMm | null
  play: number
}

/** Minimum distance of readable zones from the window's edge, wherever the piece slides, in mm. */
export const windowInsetMm = 4

/** The area for address and return line: visible with 4 mm to spare, wherever the piece slides. */
export const addressAreaOf = (window: BoxMm, play: number): BoxMm => inset(window, play + windowInsetMm)

/** Everything that the window may show of page 1, wherever the piece slides. */
export const shownAreaOf = (window: BoxMm, play: number): BoxMm => inset(window, -play)

/** Smaller gaps between zones are too narrow for readable content. */
const SLIT_MM = 0.5

const read: readonly SheetZone['kind'][] = ['address', 'sender']

/**
 * Checks that address and return line are well inside the window, that it shows no other zones except clear
 * ones, and that zones cover everything visible, since elements must not overlap zones.
 */
export const windowFindings = (
  sheet: Pick<Sheet, 'trim' | 'plex' | 'zones'>,
  { window, play }: WindowedEnvelope,
): Finding[] => {
  if (!window) return []
  const error = (sentence: Parameters<typeof finding>[1], box: BoxMm) =>
    finding('error', sentence, { page: 1, box })
  if (!contains({ x: 0, y: 0, ...sheet.trim }, window)) {
    const { w, h } = sheet.trim
    return [error(templateSentences.sentence('window_outside_sheet', { w, h }), window)]
  }
  const area = addressAreaOf(window, play)
  const shown = shownAreaOf(window, play)
  const zones = zonesOn(sheet, 1)
  const findings: Finding[] = []
  if (!zones.some(({ kind }) => kind === 'address'))
    findings.push(error(templateSentences.sentence('window_without_address'), window))
  for (const zone of zones) {
    const { kind } = zone
    if (kind === 'address' || (kind === 'sender' && overlaps(shown, zone))) {
      if (!contains(area, zone))
        findings.push(
          error(
            templateSentences.sentence('zone_outside_window', { zone: kind, inset: windowInsetMm, play }),
            zone,
          ),
        )
    } else if (kind !== 'clear' && overlaps(shown, zone)) {
      findings.push(error(templateSentences.sentence('zone_in_window', { zone: kind }), zone))
    }
  }
  for (const box of uncovered(shown, zones))
    findings.push(error(templateSentences.sentence('window_not_clear'), box))
  return findings
}

/** Returns zones that keep clear the visible area around the readable zones. */
export const clearZonesOf = (window: BoxMm, play: number, zones: readonly SheetZone[]): SheetZone[] => {
  const shown = shownAreaOf(window, play)
  const own = zones.filter(({ kind, page }) => page === 1 && read.includes(kind))
  return uncovered(shown, own).map((box) => ({ kind: 'clear', page: 1, ...box }))
}

/** Returns the parts of the area outside the boxes, as few rectangles, without slits. */
const uncovered = (area: BoxMm, boxes: readonly BoxMm[]): BoxMm[] => {
  const within = (from: number, to: number, edges: readonly number[]) =>
    [...new Set([from, to, ...edges.filter((edge) => edge > from && edge < to)])].sort((a, b) => a - b)
  const rows = within(
    area.y,
    area.y + area.h,
    boxes.flatMap(({ y, h }) => [y, y + h]),
  )
  const columns = within(
    area.x,
    area.x + area.w,
    boxes.flatMap(({ x, w }) => [x, x + w]),
  )
  const free: BoxMm[] = []
  for (const [row, y] of rows.slice(0, -1).entries()) {
    const h = rows[row + 1]! - y
    let open: BoxMm | undefined
    for (const [column, x] of columns.slice(0, -1).entries()) {
      const cell = { x, y, w: columns[column + 1]! - x, h }
      if (boxes.some((box) => overlaps(box, cell))) open = undefined
      else if (open) open.w += cell.w
      else {
        open = cell
        free.push(cell)
      }
    }
  }
  return joinedRows(free.filter(({ w, h }) => w >= SLIT_MM && h >= SLIT_MM))
}

const joinedRows = (boxes: readonly BoxMm[]): BoxMm[] => {
  const joined: BoxMm[] = []
  for (const box of boxes) {
    const above = joined.find((one) => one.x === box.x && one.w === box.w && one.y + one.h === box.y)
    if (above) above.h += box.h
    else joined.push({ ...box })
  }
  return joined
}
