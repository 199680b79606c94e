import type { CatalogueCheck, CataloguePart } from '../../../../engine/catalogue-part.ts'
import type { Noun } from '../../../../kernel/nouns.ts'
import type { SpecificationRow } from '../../../../model/products.ts'
import { everyone } from '../../../../ports/store.ts'
import { catalogueChangeSentences, catalogueSentences } from '../../sentences.ts'
import { same } from '../changes.ts'
import { type EntriesOf, entriesOf, entryOf } from '../document.ts'
import { type SpecificationEntry, specificationEntry } from '../entries/entry-schemas.ts'
import { catalogueLimits } from '../entries/limits.ts'
import { checkIds, commonEntry, hintFor } from './simple-part.ts'
import { askIndicia, checkEnvelope, checkIndicia, checkMarks, checkSheet } from './specification-checks.ts'
import { contentOfEntry, saveSpecifications } from './specification-rows.ts'

export const specificationsPart: CataloguePart = {
  name: 'specifications',
  noun: 'product specification',
  schema: specificationEntry,
  limit: catalogueLimits.specifications,
  async read(rows) {
    const products = await rows.products.find(everyone, {})
    const keys = new Map(products.map(({ id, key }) => [id, key]))
    const found = await rows.specifications.find(everyone, {})
    const entries = found.filter(({ key }) => key !== null)
    return entries
      .map((row) => toEntry(row, keys.get(row.productId)!))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
  },
  queryPorts: askIndicia,
  *check(check) {
    checkIds(check, 'specifications', 'product specification', 'psp_')
    for (const [index, entry] of entriesOf(check.next, 'specifications').entries()) {
      yield
      if (entry.archived) continue
      for (const reference of references) checkReference(check, index, entry, reference)
      checkSheet(check, index, entry)
      checkEnvelope(check, index, entry)
      checkMarks(check, index, entry)
      checkChange(check, index, entry)
    }
    yield* checkIndicia(check)
  },
  save: saveSpecifications,
}

const toEntry = (row: SpecificationRow, product: string): SpecificationEntry => {
  const { colourProfile: _, maxInkPercent: __, ...sheet } = row.sheet
  const { stock, postage, finishing, inserts, extras } = row.details!
  return {
    ...commonEntry(row),
    id: row.id,
    product,
    name: row.name,
    format: row.format,
    sheet,
    stock: stock!.key,
    fold: row.fold,
    envelope: row.envelope,
    ...(finishing.length > 0 ? { finishing } : {}),
    ...(inserts.length > 0 ? { inserts } : {}),
    ...(extras.length > 0 ? { extras } : {}),
    calendar: row.calendarKey!,
    countryZones: row.countryZonesKey!,
    postage: postage?.key ?? null,
    productionDays: row.productionDays,
    deliveryDays: row.deliveryDays,
  }
}

type Reference = readonly [field: keyof SpecificationEntry, part: keyof EntriesOf, noun: Noun]

const references: readonly Reference[] = [
  ['product', 'products', 'product'],
  ['stock', 'stocks', 'stock'],
  ['calendar', 'calendars', 'calendar'],
  ['countryZones', 'countryZones', 'country zones'],
  ['postage', 'postageProducts', 'postage product'],
]

const checkReference = (
  check: CatalogueCheck,
  index: number,
  entry: SpecificationEntry,
  [field, part, noun]: Reference,
): void => {
  const key = entry[field] as string | null | undefined
  if (key === null || key === undefined) return
  const named = entryOf(check.next, part, key)
  if (named && named.archived !== true) return
  if (named)
    check.report([index, field], catalogueSentences.sentence('catalogue_reference.archived', { noun, key }))
  else {
    const keys = entriesOf(check.next, part).map((other) => other.key)
    const meant = hintFor(check, key, keys)
    check.report(
      [index, field],
      catalogueSentences.sentence('catalogue_reference.unknown', { noun, key, meant }),
    )
  }
}

/** Reports the new version if production details change, and page changes as errors if designs use it. */
const checkChange = (check: CatalogueCheck, index: number, entry: SpecificationEntry): void => {
  const { facts, next } = check
  const { key } = entry
  const before = entryOf(facts.present, 'specifications', key)
  if (!before) return
  const known = facts.specifications[key] ?? { version: 1, designs: 0, scheduled: 0 }
  for (const field of ['trim', 'bleed', 'pages'] as const) {
    if (known.designs === 0 || same(before.sheet[field], entry.sheet[field])) continue
    const sentence = catalogueSentences.sentence('sheet_changed.in_use', { field, key, count: known.designs })
    check.report([index, 'sheet', field], sentence)
  }
  if (before.product !== entry.product)
    check.report(
      [index, 'product'],
      catalogueSentences.sentence('sheet_changed.product', { key, product: before.product }),
    )
  const [was, is] = [contentOfEntry(before, facts.present), contentOfEntry(entry, next)]
  if (!was || !is || same(was, is)) return
  const { version, scheduled } = known
  const versions = { key, version: version + 1, before: version, scheduled }
  check.change(key, catalogueChangeSentences.sentence('catalogue_change.version', versions))
}
