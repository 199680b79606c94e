import { defineOperation } from '../../../engine/operation.ts'
import { listsEntries } from '../catalogue/entry-operations.ts'
import { stockEntry } from '../catalogue/entry-schemas.ts'

export const listCatalogueStocks = defineOperation({
  id: 'catalogue.listStocks',
  method: 'GET',
  path: '/platform/catalogue/stocks',
  summary: 'List the stocks of the catalogue',
  description: 'For operators: each as a file has it, archived ones included.',
  ...listsEntries('stocks', stockEntry),
})
