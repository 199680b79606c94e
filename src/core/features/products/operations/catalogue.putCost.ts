import { defineOperation } from '../../../engine/operation.ts'
import { costEntry } from '../catalogue/cost-entry.ts'
import { putsEntry } from '../catalogue/entry-operations.ts'

export const putCatalogueCost = defineOperation({
  id: 'catalogue.putCost',
  method: 'PUT',
  path: '/platform/catalogue/costs/{key}',
  summary: 'Create or change a cost',
  description:
    'For operators. The whole catalogue is checked with it, as `catalogue.import` does. It counts for runs that the printer gets from now on; earlier ones keep the costs that they were printed at.',
  ...putsEntry('costs', costEntry),
})
