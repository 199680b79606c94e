import type { CatalogueDocument, CatalogueEntry, CataloguePart } from '../../../engine/catalogue-part.ts'
import type {
  CalendarEntry,
  CountryZonesEntry,
  PostageEntry,
  PriceListEntry,
  ProductEntry,
  SpecificationEntry,
  StockEntry,
} from './entries/entry-schemas.ts'
import type { CostEntry } from './entries/printer-entries.ts'

export const fileSchema = 'lettershop.catalogue/1'

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

export const entriesOf = <Name extends keyof EntriesOf>(
  document: CatalogueDocument,
  part: Name,
): readonly EntriesOf[Name][] => (document.parts[part] ?? []) as unknown as readonly EntriesOf[Name][]

export const entryOf = <Name extends keyof EntriesOf>(
  document: CatalogueDocument,
  part: Name,
  key: string,
): EntriesOf[Name] | undefined => indexOf(document, part).get(key) as EntriesOf[Name] | undefined

const indexes = new WeakMap<CatalogueDocument, Map<string, Map<string, CatalogueEntry>>>()

/** Returns a part's entries by key. Cached by document, because documents are immutable. */
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

/** Lists the entries of each shown part under the part's name. */
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

/** Returns a JSON pointer (RFC 6901). */
export const pointer = (place: readonly (string | number)[]): string =>
  place.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** Accepts a dotted path such as `sheet.zones[0].w`; returns an empty pointer for the whole body. */
export const pointerOf = (parameter: string): string => {
  if (parameter === 'body') return ''
  return pointer(parameter.split(/[.[]/).map((part) => part.replace(/\]$/, '')))
}

export const dotted = (path: string): string =>
  path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(
      (whole, part) => (/^\d+$/.test(part) ? `${whole}[${part}]` : whole ? `${whole}.${part}` : part),
      '',
    )
