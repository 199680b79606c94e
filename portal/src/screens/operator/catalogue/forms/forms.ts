import type { Component } from 'svelte'
import type { CatalogueFile, Entry, Part } from '../parts.ts'
import CalendarsForm from './CalendarsForm.svelte'
import CostsForm from './CostsForm.svelte'
import CountryZonesForm from './CountryZonesForm.svelte'
import PostageProductsForm from './PostageProductsForm.svelte'
import PriceListsForm from './PriceListsForm.svelte'
import ProductsForm from './ProductsForm.svelte'
import SpecificationsForm from './SpecificationsForm.svelte'
import StocksForm from './StocksForm.svelte'

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

/**
 * The form of each list. A list without one is changed as text. They come with the screen and not each by itself: a
 * component that a screen fetches for itself makes the build cut the shell's one file into several, which every
 * first visit would pay for.
 */
export const forms: Partial<Record<Part, Component<FormProps<never>>>> = {
  calendars: CalendarsForm,
  countryZones: CountryZonesForm,
  priceLists: PriceListsForm,
  specifications: SpecificationsForm,
  products: ProductsForm,
  postageProducts: PostageProductsForm,
  costs: CostsForm,
  stocks: StocksForm,
}
