import type { components } from '../../../api/types.gen.ts'

type Schemas = components['schemas']

export type CatalogueFile = Schemas['CatalogueFile']
export type Specification = Schemas['CatalogueSpecification']
export type CountryZones = Schemas['CatalogueCountryZones']
export type PriceList = Schemas['CataloguePriceList']

/** The tabs of the catalogue and the lists of each, the main one first. */
export const tabs = {
  products: ['specifications', 'products', 'stocks'],
  prices: ['priceLists', 'costs'],
  zones: ['countryZones', 'postageProducts'],
  calendar: ['calendars'],
} as const
export type TabName = keyof typeof tabs
export type Part = (typeof tabs)[TabName][number]

/** The lists of a catalogue in display order. */
export const parts: readonly Part[] = Object.values(tabs).flat()

export const tabNames = Object.keys(tabs) as TabName[]

/** Returns the tab of a list. */
export const tabOf = (part: Part): TabName =>
  tabNames.find((name) => (tabs[name] as readonly Part[]).includes(part))!

export type Entry = NonNullable<CatalogueFile[Part]>[number]

export const partOf = (name: string | null | undefined): Part =>
  parts.find((part) => part === name) ?? 'specifications'

export const entriesOf = (file: CatalogueFile, part: Part): readonly Entry[] => file[part] ?? []

/** Replaces or adds an entry. */
export const withEntry = (file: CatalogueFile, part: Part, entry: Entry): CatalogueFile => {
  const entries = entriesOf(file, part)
  const at = entries.findIndex(({ key }) => key === entry.key)
  return { ...file, [part]: at === -1 ? [...entries, entry] : entries.with(at, entry) }
}

/** Adds an entry; the check reports a duplicate key. */
export const withNew = (file: CatalogueFile, part: Part, entry: Entry): CatalogueFile => ({
  ...file,
  [part]: [...entriesOf(file, part), entry],
})
