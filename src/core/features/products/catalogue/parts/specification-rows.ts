import type { CatalogueDocument, CatalogueSaving } from '../../../../engine/catalogue-part.ts'
import { problem } from '../../../../kernel/errors.ts'
import type { PostageFacts, StockFacts } from '../../../../model/catalogue.ts'
import type { ZonePrice } from '../../../../model/products.ts'
import { everyone } from '../../../../ports/store.ts'
import { inForce, stepOf } from '../../prices.ts'
import { catalogueProblems } from '../../sentences.ts'
import { contentOf, type SpecificationContent, versionOf } from '../../specifications.ts'
import { scheduleOf } from '../calendar-days.ts'
import { same } from '../changes.ts'
import { entriesOf, entryOf } from '../document.ts'
import type { SpecificationEntry } from '../entries/entry-schemas.ts'

/** Copies stock and postage product, which may change. Undefined if the document lacks the stock. */
export const contentOfEntry = (
  entry: SpecificationEntry,
  document: CatalogueDocument,
): SpecificationContent | undefined => {
  const stock = stockFacts(entry.stock, document)
  if (!stock) return undefined
  const { w, h } = entry.sheet.trim
  return {
    name: entry.name,
    format: entry.format,
    sheet: {
      ...entry.sheet,
      trim: { w, h },
      colourProfile: stock.colourProfile,
      maxInkPercent: stock.maxInkPercent,
    },
    paper: { name: stock.name, gsm: stock.gsm },
    fold: entry.fold,
    envelope: entry.envelope,
    productionDays: entry.productionDays,
    deliveryDays: entry.deliveryDays,
    calendarKey: entry.calendar,
    countryZonesKey: entry.countryZones,
    details: {
      stock,
      postage: postageFacts(entry.postage ?? null, document),
      finishing: entry.finishing ?? [],
      inserts: entry.inserts ?? [],
      extras: entry.extras ?? [],
    },
  }
}

const stockFacts = (key: string, document: CatalogueDocument): StockFacts | undefined => {
  const stock = entryOf(document, 'stocks', key)
  if (!stock) return undefined
  const { name, gsm, coated, colourProfile, maxInkPercent } = stock
  return { key, name, gsm, coated, colourProfile, maxInkPercent }
}

const postageFacts = (key: string | null, document: CatalogueDocument): PostageFacts | null => {
  const postage = key === null ? undefined : entryOf(document, 'postageProducts', key)
  if (!postage) return null
  const { carrier, name, indicia, costCents } = postage
  return { key: postage.key, carrier, name, indicia, costCents }
}

/** Compares unchanged entries too, because a stock, calendar or price list of theirs may have changed. */
export const saveSpecifications = async (saving: CatalogueSaving): Promise<boolean> => {
  const { rows, next } = saving
  const products = await rows.products.find(everyone, {})
  const productIds = new Map(products.map(({ id, key }) => [key, id]))
  let changed = false
  for (const entry of entriesOf(next, 'specifications')) {
    await rows.rest()
    changed = (await save(saving, entry, productIds.get(entry.product)!)) || changed
  }
  return changed
}

const save = async (
  saving: CatalogueSaving,
  entry: SpecificationEntry,
  productId: string,
): Promise<boolean> => {
  const { rows, ids, now, facts, next } = saving
  const content = contentOfEntry(entry, next)
  const calendar = entryOf(next, 'calendars', entry.calendar)
  if (!content || !calendar) throw new Error(`The specification ${entry.key} was not checked.`)
  const [row] = await rows.specifications.find(everyone, { key: entry.key }, { limit: 1 })
  const known = row && contentOf(row)
  const version = !row ? 1 : same(known, content) ? versionOf(row.version) : versionOf(row.version) + 1
  const fields = {
    ...content,
    productId,
    sources: entry.sources ?? null,
    prices: pricesOf(saving, entry),
    currency: next.currency,
    cutoff: scheduleOf(calendar, facts),
    active: entry.archived !== true,
    archivedAt: entry.archived ? (row?.archivedAt ?? now) : null,
    version,
  }
  const id = row?.id ?? entry.id ?? ids.next('psp')
  if (row && same(Object.fromEntries(Object.keys(fields).map((name) => [name, row[name as 'id']])), fields))
    return false
  if (row) {
    if (
      !same(row.sheet.trim, content.sheet.trim) ||
      !same(row.sheet.pages, content.sheet.pages) ||
      row.sheet.bleed !== content.sheet.bleed
    )
      await assertUnused(saving, id, entry.key)
    await rows.specifications.update(everyone, id, { ...fields, updatedAt: now })
  } else await rows.specifications.insert({ id, key: entry.key, ...fields, createdAt: now, updatedAt: now })
  if (row && version === versionOf(row.version)) return true
  await rows.specificationVersions.insert({
    id: ids.next('psv'),
    specificationId: id,
    version,
    content: content as unknown as Record<string, unknown>,
    createdAt: now,
  })
  return true
}

/** Checks again within the transaction, because a design may have been created since the check. */
const assertUnused = async (
  { rows }: CatalogueSaving,
  specificationId: string,
  key: string,
): Promise<void> => {
  const [template] = await rows.templates.find(everyone, { specificationId }, { limit: 1, lock: 'none' })
  if (template) throw problem(catalogueProblems.sentence('still_referenced.sheet', { key }))
}

/** Returns the first price step of each zone in the general list, for servers of older versions. */
const pricesOf = ({ facts, next }: CatalogueSaving, entry: SpecificationEntry): ZonePrice[] => {
  const lists = entriesOf(next, 'priceLists').map((list) => ({
    ...list,
    organisationId: list.organisation ?? null,
    archivedAt: list.archived ? 0 : null,
  }))
  const list = inForce(lists, null, facts.today)
  return (list?.lines ?? []).flatMap((line) =>
    line.specification === entry.key ? [{ zone: line.zone, priceCents: stepOf(line, 1) }] : [],
  )
}
