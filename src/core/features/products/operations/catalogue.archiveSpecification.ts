import { defineOperation } from '../../../engine/operation.ts'
import { archivesEntry } from '../catalogue/entry-operations.ts'

export const archiveCatalogueSpecification = defineOperation({
  id: 'catalogue.archiveSpecification',
  method: 'POST',
  path: '/platform/catalogue/specifications/{key}/archive',
  summary: 'Archive a specification',
  description:
    'For operators. It is offered no more; what was sold under it goes on. Refused while something that is offered refers to it.',
  ...archivesEntry('specifications', 'product specification'),
})
