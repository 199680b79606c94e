import { defineOperation } from '../../../engine/operation.ts'
import { listsEntries } from '../catalogue/entry-operations.ts'
import { postageEntry } from '../catalogue/entry-schemas.ts'

export const listCataloguePostageProducts = defineOperation({
  id: 'catalogue.listPostageProducts',
  method: 'GET',
  path: '/platform/catalogue/postage-products',
  summary: 'List the postage products of the catalogue',
  description: 'For operators: each as a file has it, archived ones included.',
  ...listsEntries('postageProducts', postageEntry),
})
