import type { Component } from 'svelte'
import type { CatalogueFile, Entry, Part } from '../parts.ts'

/**
 * What the form of a list is given. It shows the fields of an entry, but for its key, name, sources and whether it
 * is archived, which the frame around it has. Fields that it does not know stay: it spreads `value`.
 */
export interface FormProps<E extends Entry = Entry> {
  /** The entry as the catalogue file has it. Its shape may be wrong: the check says so. */
  value: E
  onchange(next: E): void
  /** What a check found at a place below the entry, as a JSON pointer: `/sheet/zones/0/w`. */
  faultAt(pointer: string): string | undefined
  /** The whole present catalogue, for choices. */
  catalogue: CatalogueFile
  isNew: boolean
}

/** The form of each list, fetched when it is opened. A list without one is changed as text. */
export const forms: Partial<Record<Part, () => Promise<{ default: Component<FormProps<never>> }>>> = {
  calendars: () => import('./CalendarsForm.svelte'),
  countryZones: () => import('./CountryZonesForm.svelte'),
  priceLists: () => import('./PriceListsForm.svelte'),
  specifications: () => import('./SpecificationsForm.svelte'),
  products: () => import('./ProductsForm.svelte'),
  postageProducts: () => import('./PostageProductsForm.svelte'),
  stocks: () => import('./StocksForm.svelte'),
}
