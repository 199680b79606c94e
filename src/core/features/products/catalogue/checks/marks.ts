import type { CatalogueCheck } from '../../../../engine/catalogue-part.ts'
import { isMarkZoneLargeEnough, leastMarkZone } from '../../../../template/mark-zone.ts'
import { pagesPerSheet, sheetOfPage, sheetsOf } from '../../../../template/plex.ts'
import { isZoneOn, type SheetZone } from '../../../../template/sheet.ts'
import type { SpecificationEntry } from '../entry-schemas.ts'
import { catalogueSentences } from '../sentences.ts'

const { say } = catalogueSentences

/** A mark can be read, and every sheet of a piece of several has one: nothing else tells an inserter whose it is. */
export const checkMarks = (check: CatalogueCheck, index: number, { sheet }: SpecificationEntry): void => {
  const place = [index, 'sheet', 'zones']
  const marks = sheet.zones.flatMap((zone, at) => (zone.kind === 'mark' ? [{ ...zone, at }] : []))
  for (const zone of marks) {
    if (!isMarkZoneLargeEnough(zone))
      check.report([...place, zone.at], say('sheet_mark.too_small', leastMarkZone))
  }
  const sheets = sheetsOf(sheet.plex, sheet.pages.max)
  if (sheets < 2) return
  const [first] = marks
  if (!first) {
    check.report(place, say('sheet_mark.missing', { sheets }), 'warning')
    return
  }
  const without = sheetWithoutMark(sheet)
  if (without) check.report([...place, first.at], say('sheet_mark.not_every', without), 'warning')
}

/** The first sheet of the shortest piece of several sheets that none of its own pages marks. */
const sheetWithoutMark = ({
  plex,
  pages,
  zones,
}: SpecificationEntry['sheet']): { sheet: number; pages: number } | undefined => {
  const marks = zones.filter(({ kind }) => kind === 'mark')
  for (let count = Math.max(pages.min, pagesPerSheet(plex) + 1); count <= pages.max; count++) {
    const marked = new Set<number>()
    for (let page = 1; page <= count; page++) {
      if (marks.some((zone) => isZoneOn(zone as SheetZone, plex, page))) marked.add(sheetOfPage(plex, page))
    }
    for (let sheet = 1; sheet <= sheetsOf(plex, count); sheet++) {
      if (!marked.has(sheet)) return { sheet, pages: count }
    }
  }
  return undefined
}
