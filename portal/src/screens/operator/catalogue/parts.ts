import type { components } from '../../../api/types.gen.ts'

type Schemas = components['schemas']

export type CatalogueFile = Schemas['CatalogueFile']
export type Specification = Schemas['CatalogueSpecification']
export type CountryZones = Schemas['CatalogueCountryZones']
export type PriceList = Schemas['CataloguePriceList']

/** The lists of a catalogue in display order. */
export const parts = [
  'specifications',
  'priceLists',
  'products',
  'calendars',
  'countryZones',
  'stocks',
  'postageProducts',
  'costs',
] as const
export type Part = (typeof parts)[number]

export type Entry = NonNullable<CatalogueFile[Part]>[number]

export const partOf = (name: string | null | undefined): Part =>
  parts.find((part) => part === name) ?? parts[0]

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
