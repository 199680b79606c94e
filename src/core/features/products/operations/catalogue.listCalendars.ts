import { defineOperation } from '../../../engine/operation.ts'
import { listsEntries } from '../catalogue/entry-operations.ts'
import { calendarEntry } from '../catalogue/entry-schemas.ts'

export const listCatalogueCalendars = defineOperation({
  id: 'catalogue.listCalendars',
  method: 'GET',
  path: '/platform/catalogue/calendars',
  summary: 'List the calendars of the catalogue',
  description: 'For operators: each as a file has it, archived ones included.',
  ...listsEntries('calendars', calendarEntry),
})
