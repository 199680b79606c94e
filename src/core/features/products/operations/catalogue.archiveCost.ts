import { defineOperation } from '../../../engine/operation.ts'
import { archivesEntry } from '../catalogue/entry-operations.ts'

export const archiveCatalogueCost = defineOperation({
  id: 'catalogue.archiveCost',
  method: 'POST',
  path: '/platform/catalogue/costs/{key}/archive',
  summary: 'Archive a cost',
  description: 'For operators. It counts for no further run; runs that the printer got before keep it.',
  ...archivesEntry('costs', 'cost'),
})
