import { defineOperation } from '../../../engine/operation.ts'
import { listsEntries } from '../catalogue/entry-operations.ts'
import { productEntry } from '../catalogue/entry-schemas.ts'

export const listCatalogueProducts = defineOperation({
  id: 'catalogue.listProducts',
  method: 'GET',
  path: '/platform/catalogue/products',
  summary: 'List the products of the catalogue',
  description: 'For operators: each as a file has it, archived ones included.',
  ...listsEntries('products', productEntry),
})
