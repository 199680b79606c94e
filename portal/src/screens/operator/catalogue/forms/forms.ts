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
 * Props of an entry's form. The frame around it shows key, name, sources and the archived state. The form
 * spreads `value`, so unknown fields are kept.
 */
export interface FormProps<E extends Entry = Entry> {
  /** The entry as in the catalogue file. It may be invalid. */
  value: E
  onchange(next: E): void
  /** Returns the finding at a JSON pointer relative to the entry: `/sheet/zones/0/w`. */
  faultAt(pointer: string): string | undefined
  /** The current catalogue, for choices. */
  catalogue: CatalogueFile
  isNew: boolean
}

/**
 * The form of each list; others are edited as text. Imported statically, because a dynamic import in a screen
 * would split the shell's bundle, which every first visit would pay for.
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
