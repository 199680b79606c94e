import { defineOperation } from '../../../engine/operation.ts'
import { archivesEntry } from '../catalogue/entry-operations.ts'

export const archiveCatalogueStock = defineOperation({
  id: 'catalogue.archiveStock',
  method: 'POST',
  path: '/platform/catalogue/stocks/{key}/archive',
  summary: 'Archive a stock',
  description:
    'For operators. It is offered no more; what was sold under it goes on. Refused while something that is offered refers to it.',
  ...archivesEntry('stocks', 'stock'),
})
