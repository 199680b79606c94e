import { defineOperation } from '../../../engine/operation.ts'
import { listsEntries } from '../catalogue/entry-operations.ts'
import { priceListEntry } from '../catalogue/entry-schemas.ts'

export const listCataloguePriceLists = defineOperation({
  id: 'catalogue.listPriceLists',
  method: 'GET',
  path: '/platform/catalogue/price-lists',
  summary: 'List the price lists of the catalogue',
  description: 'For operators: each as a file has it, archived ones included.',
  ...listsEntries('priceLists', priceListEntry),
})
