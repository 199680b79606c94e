import { defineOperation } from '../../../engine/operation.ts'
import { archivesEntry } from '../catalogue/entry-operations.ts'

export const archiveCatalogueProduct = defineOperation({
  id: 'catalogue.archiveProduct',
  method: 'POST',
  path: '/platform/catalogue/products/{key}/archive',
  summary: 'Archive a product',
  description:
    'For operators. It is offered no more; what was sold under it goes on. Refused while something that is offered refers to it.',
  ...archivesEntry('products', 'product'),
})
