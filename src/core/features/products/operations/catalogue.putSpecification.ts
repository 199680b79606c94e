import { defineOperation } from '../../../engine/operation.ts'
import { putsEntry } from '../catalogue/entry-operations.ts'
import { specificationEntry } from '../catalogue/entry-schemas.ts'

export const putCatalogueSpecification = defineOperation({
  id: 'catalogue.putSpecification',
  method: 'PUT',
  path: '/platform/catalogue/specifications/{key}',
  summary: 'Create or change a specification',
  description:
    'For operators. The whole catalogue is checked with it, as `catalogue.import` does; the answer says what changed.',
  ...putsEntry('specifications', specificationEntry),
})
