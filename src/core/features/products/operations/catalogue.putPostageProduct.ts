import { defineOperation } from '../../../engine/operation.ts'
import { putsEntry } from '../catalogue/entry-operations.ts'
import { postageEntry } from '../catalogue/entry-schemas.ts'

export const putCataloguePostageProduct = defineOperation({
  id: 'catalogue.putPostageProduct',
  method: 'PUT',
  path: '/platform/catalogue/postage-products/{key}',
  summary: 'Create or change a postage product',
  description:
    'For operators. The whole catalogue is checked with it, as `catalogue.import` does; the answer says what changed.',
  ...putsEntry('postageProducts', postageEntry),
})
