import { defineOperation } from '../../../engine/operation.ts'
import { archivesEntry } from '../catalogue/entry-operations.ts'

export const archiveCatalogueCalendar = defineOperation({
  id: 'catalogue.archiveCalendar',
  method: 'POST',
  path: '/platform/catalogue/calendars/{key}/archive',
  summary: 'Archive a calendar',
  description:
    'For operators. It is offered no more; what was sold under it goes on. Refused while something that is offered refers to it.',
  ...archivesEntry('calendars', 'calendar'),
})
