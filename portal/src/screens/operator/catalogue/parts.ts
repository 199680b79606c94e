import type { components } from '../../../api/types.gen.ts'

type Schemas = components['schemas']

export type CatalogueFile = Schemas['CatalogueFile']
export type Specification = Schemas['CatalogueSpecification']
export type CountryZones = Schemas['CatalogueCountryZones']
export type PriceList = Schemas['CataloguePriceList']

/** The lists of a catalogue in the order in which they are shown: what is sold first. */
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

/** An entry of any part. */
export type Entry = NonNullable<CatalogueFile[Part]>[number]

export const partOf = (name: string | null | undefined): Part =>
  parts.find((part) => part === name) ?? parts[0]

export const entriesOf = (file: CatalogueFile, part: Part): readonly Entry[] => file[part] ?? []

/** A file in which one entry is what it is to become, or is new. */
export const withEntry = (file: CatalogueFile, part: Part, entry: Entry): CatalogueFile => {
  const entries = entriesOf(file, part)
  const at = entries.findIndex(({ key }) => key === entry.key)
  return { ...file, [part]: at === -1 ? [...entries, entry] : entries.with(at, entry) }
}

/** A file with an entry more. Where another has its key, the check says so. */
export const withNew = (file: CatalogueFile, part: Part, entry: Entry): CatalogueFile => ({
  ...file,
  [part]: [...entriesOf(file, part), entry],
})
