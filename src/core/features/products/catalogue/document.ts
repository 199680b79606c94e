import type { CatalogueDocument, CatalogueEntry, CataloguePart } from '../../../engine/catalogue-part.ts'
import type { CostEntry } from './cost-entry.ts'
import type {
  CalendarEntry,
  CountryZonesEntry,
  PostageEntry,
  PriceListEntry,
  ProductEntry,
  SpecificationEntry,
  StockEntry,
} from './entry-schemas.ts'

/** What a catalogue file says that it is. */
export const fileSchema = 'lettershop.catalogue/1'

/** The entries of the parts of this room. */
export interface EntriesOf {
  products: ProductEntry
  stocks: StockEntry
  postageProducts: PostageEntry
  calendars: CalendarEntry
  countryZones: CountryZonesEntry
  specifications: SpecificationEntry
  priceLists: PriceListEntry
  costs: CostEntry
}

/** The entries of a part of this room. */
export const entriesOf = <Name extends keyof EntriesOf>(
  document: CatalogueDocument,
  part: Name,
): readonly EntriesOf[Name][] => (document.parts[part] ?? []) as unknown as readonly EntriesOf[Name][]

/** The entry of a key. */
export const entryOf = <Name extends keyof EntriesOf>(
  document: CatalogueDocument,
  part: Name,
  key: string,
): EntriesOf[Name] | undefined => indexOf(document, part).get(key) as EntriesOf[Name] | undefined

const indexes = new WeakMap<CatalogueDocument, Map<string, Map<string, CatalogueEntry>>>()

/** Kept for each document, which is never changed. */
const indexOf = (document: CatalogueDocument, part: string): Map<string, CatalogueEntry> => {
  const known = indexes.get(document) ?? new Map<string, Map<string, CatalogueEntry>>()
  indexes.set(document, known)
  const found = known.get(part)
  if (found) return found
  const made = new Map<string, CatalogueEntry>()
  for (const entry of document.parts[part] ?? []) if (!made.has(entry.key)) made.set(entry.key, entry)
  known.set(part, made)
  return made
}

/** The document as a file, whose parts stand at the top, those of `parts` in their order. */
export const toFile = (
  { currency, parts }: CatalogueDocument,
  shown: readonly CataloguePart[],
): Record<string, unknown> => ({
  schema: fileSchema,
  currency,
  ...Object.fromEntries(
    shown.map(({ name, ordered }) => [
      name,
      ordered ? (parts[name] ?? []).map(({ key: _, ...entry }) => entry) : parts[name],
    ]),
  ),
})
