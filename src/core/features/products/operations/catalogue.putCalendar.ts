import { defineOperation } from '../../../engine/operation.ts'
import { putsEntry } from '../catalogue/entry-operations.ts'
import { calendarEntry } from '../catalogue/entry-schemas.ts'

export const putCatalogueCalendar = defineOperation({
  id: 'catalogue.putCalendar',
  method: 'PUT',
  path: '/platform/catalogue/calendars/{key}',
  summary: 'Create or change a calendar',
  description:
    'For operators. The whole catalogue is checked with it, as `catalogue.import` does; the answer says what changed.',
  ...putsEntry('calendars', calendarEntry),
})
