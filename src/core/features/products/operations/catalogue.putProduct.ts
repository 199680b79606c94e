import { defineOperation } from '../../../engine/operation.ts'
import { putsEntry } from '../catalogue/entry-operations.ts'
import { productEntry } from '../catalogue/entry-schemas.ts'

export const putCatalogueProduct = defineOperation({
  id: 'catalogue.putProduct',
  method: 'PUT',
  path: '/platform/catalogue/products/{key}',
  summary: 'Create or change a product',
  description:
    'For operators. The whole catalogue is checked with it, as `catalogue.import` does; the answer says what changed.',
  ...putsEntry('products', productEntry),
})
