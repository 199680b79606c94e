import type { CatalogueCheck, CatalogueDocument, CataloguePorts } from '../../../../engine/catalogue-part.ts'
import type { BoxMm, Finding } from '../../../../kernel/finding.ts'
import { type Fold, foldParts } from '../../../../model/products.ts'
import { contains, inset, overlaps } from '../../../../template/geometry.ts'
import {
  isZoneOn,
  pagesPerSheet,
  type Sheet,
  type SheetZone,
  sheetOfPage,
  sheetsOf,
} from '../../../../template/sheet.ts'
import { isMarkZoneLargeEnough, leastMarkZone } from '../../../../template/sheet-mark.ts'
import { catalogueSentences } from '../../sentences.ts'
import { printedSheet } from '../../specifications.ts'
import { entriesOf } from '../document.ts'
import type { SpecificationEntry } from '../entries/entry-schemas.ts'
import { contentOfEntry } from './specification-rows.ts'

/** Zones must be on existing pages without overlap; one must be the address, on a page of every piece. */
export const checkSheet = (check: CatalogueCheck, index: number, { sheet }: SpecificationEntry): void => {
  const { trim, pages, zones } = sheet
  if (pages.min > pages.max)
    check.report(
      [index, 'sheet', 'pages'],
      catalogueSentences.sentence('sheet_pages.order', { least: pages.min, most: pages.max }),
    )
  const whole = { x: 0, y: 0, w: trim.w, h: trim.h }
  for (const [at, zone] of zones.entries()) {
    const place = [index, 'sheet', 'zones', at]
    const { kind, page } = zone
    if (zone.w <= 0 || zone.h <= 0)
      check.report(place, catalogueSentences.sentence('sheet_zone.empty', { zone: kind }))
    else if (!contains(whole, zone))
      check.report(
        place,
        catalogueSentences.sentence('sheet_zone.outside', { zone: kind, w: trim.w, h: trim.h }),
      )
    if (page > pages.max)
      check.report(
        [...place, 'page'],
        catalogueSentences.sentence('sheet_zone.page', { zone: kind, page, pages: pages.max }),
      )
    for (const other of zones.slice(0, at)) {
      if (other.page !== page || !overlaps(other, zone)) continue
      const { x, y } = other
      check.report(
        place,
        catalogueSentences.sentence('sheet_zone.overlap', {
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
  if (addresses.length === 0) check.report(place, catalogueSentences.sentence('sheet_address.missing'))
  if (addresses.length > 1)
    check.report(place, catalogueSentences.sentence('sheet_address.several', { count: addresses.length }))
  for (const { page, at } of addresses) {
    if (page > pages.min && page <= pages.max)
      check.report(
        [...place, at],
        catalogueSentences.sentence('sheet_address.not_first', { page, pages: pages.min }),
      )
  }
}

/** Distance that carriers require between address and window edge, wherever the piece has slid. */
const clearMm = 4

/** Returns the size of a folded piece, also that of the visible part of page 1. */
export const foldedSize = ({ w, h }: { w: number; h: number }, fold: Fold): { w: number; h: number } => ({
  w,
  h: h / foldParts[fold],
})

/** Wherever the piece slides, the window may show only address and sender, with a margin, and clear zones. */
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
    check.report([index, 'envelope'], catalogueSentences.sentence('envelope.too_small', size))
  }
  const { window, play } = envelope
  if (!window) return
  const place = [index, 'envelope', 'window']
  if (!contains({ x: 0, y: 0, ...folded }, window))
    check.report(place, catalogueSentences.sentence('window.outside', { w: folded.w, h: folded.h }))
  const mayShow = inset(window, -play)
  const shown = sheet.zones.flatMap((zone, at) =>
    zone.page === 1 && overlaps(zone, mayShow) ? [{ ...zone, at }] : [],
  )
  if (!shown.some(({ kind }) => kind === 'address'))
    check.report(place, catalogueSentences.sentence('window.address_missing'))
  for (const zone of shown) {
    const here = [index, 'sheet', 'zones', zone.at]
    if (zone.kind === 'clear') continue
    if (zone.kind !== 'address' && zone.kind !== 'sender')
      check.report(here, catalogueSentences.sentence('window.shows', { zone: zone.kind }))
    else if (!contains(inset(window, play + clearMm), zone)) {
      const have = Math.round(insideBy(window, zone) * 100) / 100
      check.report(
        here,
        catalogueSentences.sentence('window.too_close', {
          zone: zone.kind,
          least: play + clearMm,
          play,
          have,
        }),
      )
    }
  }
  const open = uncovered(mayShow, shown)
  if (open)
    check.report(place, catalogueSentences.sentence('window.uncovered', { x: open.x, y: open.y }), 'warning')
}

/** Returns the smallest distance of the inner box to an edge of the outer one; negative if it is outside. */
const insideBy = (outer: BoxMm, inner: BoxMm): number =>
  Math.min(
    inner.x - outer.x,
    inner.y - outer.y,
    outer.x + outer.w - inner.x - inner.w,
    outer.y + outer.h - inner.y - inner.h,
  )

/** Returns a place in a box that no zone covers, where design elements could be. */
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

/** Every sheet of a piece with several needs a readable mark: an inserter can't match sheets otherwise. */
export const checkMarks = (check: CatalogueCheck, index: number, { sheet }: SpecificationEntry): void => {
  const place = [index, 'sheet', 'zones']
  const marks = sheet.zones.flatMap((zone, at) => (zone.kind === 'mark' ? [{ ...zone, at }] : []))
  for (const zone of marks) {
    if (!isMarkZoneLargeEnough(zone))
      check.report([...place, zone.at], catalogueSentences.sentence('sheet_mark.too_small', leastMarkZone))
  }
  const sheets = sheetsOf(sheet.plex, sheet.pages.max)
  if (sheets < 2) return
  const [first] = marks
  if (!first) {
    check.report(place, catalogueSentences.sentence('sheet_mark.missing', { sheets }), 'warning')
    return
  }
  const without = sheetWithoutMark(sheet)
  if (without)
    check.report(
      [...place, first.at],
      catalogueSentences.sentence('sheet_mark.not_every', without),
      'warning',
    )
}

/** Returns the first sheet without a mark, in the shortest piece that has one. */
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

/** Findings of the renderer, by key of the specification. */
export type IndiciaAnswers = Readonly<Record<string, readonly Finding[]>>

/** Measures each specification's indicia in its zone, once for identical sheets. */
export const askIndicia = async (
  next: CatalogueDocument,
  { renderer, turns }: CataloguePorts,
): Promise<IndiciaAnswers> => {
  const measured = new Map<string, readonly Finding[]>()
  const answers: Record<string, readonly Finding[]> = {}
  for (const entry of entriesOf(next, 'specifications')) {
    const sheet = sheetWithIndicia(entry, next)
    if (!sheet) continue
    const { indicia, trim, safe, zones } = sheet
    const key = JSON.stringify([indicia, trim, safe, zones.filter(isPostage)])
    let found = measured.get(key)
    if (!found) {
      await turns.rest()
      found = await renderer.checkSheet({ sheet })
      measured.set(key, found)
    }
    answers[entry.key] = found
  }
  return answers
}

const isPostage = ({ kind }: { kind: string }): boolean => kind === 'postage'

/** Undefined if the specification is archived or has no indicia. */
const sheetWithIndicia = (entry: SpecificationEntry, document: CatalogueDocument): Sheet | undefined => {
  const content = entry.archived ? undefined : contentOfEntry(entry, document)
  const sheet = content && printedSheet(content)
  return sheet?.indicia === undefined ? undefined : sheet
}

/**
 * Only pieces without an envelope need a place for the indicia; on envelopes it is printed elsewhere, as the
 * job ticket says. A missing glyph is reported once at the text, an overflow wherever the text is used.
 */
export function* checkIndicia(check: CatalogueCheck): Generator<void> {
  const answers = check.facts.fromPorts.specifications as IndiciaAnswers
  const withoutGlyphs = new Set<string>()
  for (const [index, entry] of entriesOf(check.next, 'specifications').entries()) {
    yield
    const sheet = sheetWithIndicia(entry, check.next)
    if (!sheet) continue
    const postage = entry.postage!
    const place = [index, 'postage']
    const hasPlace = sheet.zones.some(({ kind, page }) => kind === 'postage' && page <= sheet.pages.min)
    if (!hasPlace && !entry.envelope)
      check.report(place, catalogueSentences.sentence('indicia.no_zone', { postage }), 'warning')
    const found = answers[entry.key] ?? []
    const glyphs = found.filter(({ code }) => code === 'glyph_missing')
    const reason = found.filter((finding) => !glyphs.includes(finding))
    if (reason.length > 0)
      check.report(place, catalogueSentences.sentence('indicia.unprintable', { postage, reason }))
    if (glyphs.length === 0 || withoutGlyphs.has(postage)) continue
    withoutGlyphs.add(postage)
    const at = entriesOf(check.next, 'postageProducts').findIndex(({ key }) => key === postage)
    const sentence = catalogueSentences.sentence('indicia.unprintable', { postage, reason: glyphs })
    check.reportIn('postageProducts', [at, 'indicia'], sentence)
  }
}
