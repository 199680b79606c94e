import { defineOperation } from '../../../engine/operation.ts'
import { listsEntries } from '../catalogue/entry-operations.ts'
import { specificationEntry } from '../catalogue/entry-schemas.ts'

export const listCatalogueSpecifications = defineOperation({
  id: 'catalogue.listSpecifications',
  method: 'GET',
  path: '/platform/catalogue/specifications',
  summary: 'List the specifications of the catalogue',
  description: 'For operators: each as a file has it, archived ones included.',
  ...listsEntries('specifications', specificationEntry),
})
