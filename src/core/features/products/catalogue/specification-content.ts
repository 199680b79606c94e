import type { CatalogueDocument } from '../../../engine/catalogue-part.ts'
import type { PostageFacts, StockFacts } from '../../../model/catalogue.ts'
import type { SpecificationContent } from '../versions.ts'
import { entryOf } from './document.ts'
import type { SpecificationEntry } from './entry-schemas.ts'

/**
 * What a version of a specification keeps, with the stock and the postage product that it names: they may
 * change later, and what was sold under the version does not. Undefined where the document has no such stock.
 */
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
