import type { CatalogueCheck } from '../../../../engine/catalogue-part.ts'
import { contains, overlaps } from '../../../../template/geometry.ts'
import type { SpecificationEntry } from '../entry-schemas.ts'
import { catalogueSentences } from '../sentences.ts'

const { say } = catalogueSentences

/** Zones lie on the sheet, on pages that a piece has, and not on one another; one of them is the address. */
export const checkSheet = (check: CatalogueCheck, index: number, { sheet }: SpecificationEntry): void => {
  const { trim, pages, zones } = sheet
  if (pages.min > pages.max)
    check.report([index, 'sheet', 'pages'], say('sheet_pages.order', { least: pages.min, most: pages.max }))
  const whole = { x: 0, y: 0, w: trim.w, h: trim.h }
  for (const [at, zone] of zones.entries()) {
    const place = [index, 'sheet', 'zones', at]
    const { kind, page } = zone
    if (zone.w <= 0 || zone.h <= 0) check.report(place, say('sheet_zone.empty', { zone: kind }))
    else if (!contains(whole, zone))
      check.report(place, say('sheet_zone.outside', { zone: kind, w: trim.w, h: trim.h }))
    if (page > pages.max)
      check.report([...place, 'page'], say('sheet_zone.page', { zone: kind, page, pages: pages.max }))
    for (const other of zones.slice(0, at)) {
      if (other.page !== page || !overlaps(other, zone)) continue
      const { x, y } = other
      check.report(
        place,
        say('sheet_zone.overlap', {
          zone: kind,
          other: other.kind,
          x,
          y,
          page,
        }),
      )
    }
  }
  checkAddress(check, index, sheet)
}

const checkAddress = (
  check: CatalogueCheck,
  index: number,
  { zones, pages }: SpecificationEntry['sheet'],
): void => {
  const addresses = zones.flatMap((zone, at) => (zone.kind === 'address' ? [{ ...zone, at }] : []))
  const place = [index, 'sheet', 'zones']
  if (addresses.length === 0) check.report(place, say('sheet_address.missing'))
  if (addresses.length > 1) check.report(place, say('sheet_address.several', { count: addresses.length }))
  for (const { page, at } of addresses) {
    if (page > pages.min && page <= pages.max)
      check.report([...place, at], say('sheet_address.not_first', { page, pages: pages.min }))
  }
}
