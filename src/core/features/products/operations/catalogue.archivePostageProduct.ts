import { defineOperation } from '../../../engine/operation.ts'
import { archivesEntry } from '../catalogue/entry-operations.ts'

export const archiveCataloguePostageProduct = defineOperation({
  id: 'catalogue.archivePostageProduct',
  method: 'POST',
  path: '/platform/catalogue/postage-products/{key}/archive',
  summary: 'Archive a postage product',
  description:
    'For operators. It is offered no more; what was sold under it goes on. Refused while something that is offered refers to it.',
  ...archivesEntry('postageProducts', 'postage product'),
})
