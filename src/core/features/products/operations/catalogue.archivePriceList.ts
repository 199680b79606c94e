import { defineOperation } from '../../../engine/operation.ts'
import { archivesEntry } from '../catalogue/entry-operations.ts'

export const archiveCataloguePriceList = defineOperation({
  id: 'catalogue.archivePriceList',
  method: 'POST',
  path: '/platform/catalogue/price-lists/{key}/archive',
  summary: 'Archive a price list',
  description:
    'For operators. It is offered no more; what was sold under it goes on. Refused while something that is offered refers to it.',
  ...archivesEntry('priceLists', 'price list'),
})
