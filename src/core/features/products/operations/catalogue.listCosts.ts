import { defineOperation } from '../../../engine/operation.ts'
import { costEntry } from '../catalogue/cost-entry.ts'
import { listsEntries } from '../catalogue/entry-operations.ts'

export const listCatalogueCosts = defineOperation({
  id: 'catalogue.listCosts',
  method: 'GET',
  path: '/platform/catalogue/costs',
  summary: 'List the costs of the catalogue',
  description:
    'For operators: what the shop itself pays, each as a file has it, archived ones included. Customers never see any of it.',
  ...listsEntries('costs', costEntry),
})
