import { defineOperation } from '../../../engine/operation.ts'
import { putsEntry } from '../catalogue/entry-operations.ts'
import { stockEntry } from '../catalogue/entry-schemas.ts'

export const putCatalogueStock = defineOperation({
  id: 'catalogue.putStock',
  method: 'PUT',
  path: '/platform/catalogue/stocks/{key}',
  summary: 'Create or change a stock',
  description:
    'For operators. The whole catalogue is checked with it, as `catalogue.import` does; the answer says what changed.',
  ...putsEntry('stocks', stockEntry),
})
