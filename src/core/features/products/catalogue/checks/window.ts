import type { CatalogueCheck } from '../../../../engine/catalogue-part.ts'
import type { BoxMm } from '../../../../kernel/finding.ts'
import { type Fold, foldParts } from '../../../../model/products.ts'
import { contains, inset, overlaps } from '../../../../template/geometry.ts'
import type { SpecificationEntry } from '../entry-schemas.ts'
import { catalogueSentences } from '../sentences.ts'

const { say } = catalogueSentences

/** How far inside the window a carrier wants the address, wherever the piece has slid. */
const clearMm = 4

/** The size of a folded piece, and of the part of page 1 that lies on top. */
export const foldedSize = ({ w, h }: { w: number; h: number }, fold: Fold): { w: number; h: number } => ({
  w,
  h: h / foldParts[fold],
})

/**
 * The folded piece goes into its envelope, and whatever the window may show, wherever the piece slides, is
 * the address or the sender, far enough inside.
 */
export const checkEnvelope = (
  check: CatalogueCheck,
  index: number,
  { sheet, fold, envelope }: SpecificationEntry,
): void => {
  if (!envelope) return
  const folded = foldedSize(sheet.trim, fold)
  if (folded.w > envelope.w || folded.h > envelope.h) {
    const { w, h } = folded
    const size = { w, h, envelopeW: envelope.w, envelopeH: envelope.h }
    check.report([index, 'envelope'], say('envelope.too_small', size))
  }
  const { window, play } = envelope
  if (!window) return
  const place = [index, 'envelope', 'window']
  if (!contains({ x: 0, y: 0, ...folded }, window))
    check.report(place, say('window.outside', { w: folded.w, h: folded.h }))
  const mayShow = inset(window, -play)
  const shown = sheet.zones.flatMap((zone, at) =>
    zone.page === 1 && overlaps(zone, mayShow) ? [{ ...zone, at }] : [],
  )
  if (!shown.some(({ kind }) => kind === 'address')) check.report(place, say('window.address_missing'))
  for (const zone of shown) {
    const here = [index, 'sheet', 'zones', zone.at]
    if (zone.kind === 'clear') continue
    if (zone.kind !== 'address' && zone.kind !== 'sender')
      check.report(here, say('window.shows', { zone: zone.kind }))
    else if (!contains(inset(window, play + clearMm), zone)) {
      const have = Math.round(insideBy(window, zone) * 100) / 100
      check.report(here, say('window.too_close', { zone: zone.kind, least: play + clearMm, play, have }))
    }
  }
  const open = uncovered(mayShow, shown)
  if (open) check.report(place, say('window.uncovered', { x: open.x, y: open.y }), 'warning')
}

/** The least distance of a box from the edges of another around it. */
const insideBy = (outer: BoxMm, inner: BoxMm): number =>
  Math.min(
    inner.x - outer.x,
    inner.y - outer.y,
    outer.x + outer.w - inner.x - inner.w,
    outer.y + outer.h - inner.y - inner.h,
  )

/** A place in a box that none of the zones covers: elements could stand there. */
const uncovered = (box: BoxMm, zones: readonly BoxMm[]): { x: number; y: number } | undefined => {
  const cut = (from: number, to: number, edges: number[]) =>
    [...new Set([from, ...edges.filter((edge) => edge > from && edge < to), to])].sort((a, b) => a - b)
  const xs = cut(
    box.x,
    box.x + box.w,
    zones.flatMap(({ x, w }) => [x, x + w]),
  )
  const ys = cut(
    box.y,
    box.y + box.h,
    zones.flatMap(({ y, h }) => [y, y + h]),
  )
  for (const [row, y] of ys.slice(0, -1).entries()) {
    for (const [column, x] of xs.slice(0, -1).entries()) {
      const cell = { x, y, w: xs[column + 1]! - x, h: ys[row + 1]! - y }
      if (Math.min(cell.w, cell.h) > 0.5 && !zones.some((zone) => overlaps(zone, cell))) return { x, y }
    }
  }
  return undefined
}
