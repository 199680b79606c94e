import { defineOperation } from '../../../engine/operation.ts'
import { putsEntry } from '../catalogue/entry-operations.ts'
import { priceListEntry } from '../catalogue/entry-schemas.ts'

export const putCataloguePriceList = defineOperation({
  id: 'catalogue.putPriceList',
  method: 'PUT',
  path: '/platform/catalogue/price-lists/{key}',
  summary: 'Create or change a price list',
  description:
    'For operators. The whole catalogue is checked with it, as `catalogue.import` does; the answer says what changed.',
  ...putsEntry('priceLists', priceListEntry),
})
