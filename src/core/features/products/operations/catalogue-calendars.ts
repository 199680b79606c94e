import * as v from 'valibot'
import { wholeListOf } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { described, namedObject } from '../../../kernel/wire-schema.ts'
import {
  calendarDraft,
  calendarPreview,
  previewCalendar,
  previewToWire,
} from '../catalogue/calendar-preview.ts'
import { calendarEntry } from '../catalogue/entries/entry-schemas.ts'
import { archivesEntry, listsEntries, putsEntry } from '../catalogue/entry-operations.ts'

export const listCatalogueCalendars = defineOperation({
  id: 'catalogue.listCalendars',
  method: 'GET',
  path: '/platform/catalogue/calendars',
  summary: 'List the calendars of the catalogue',
  description: 'For operators. Entries as in a catalogue file, including archived ones.',
  ...listsEntries('calendars', calendarEntry),
})

export const putCatalogueCalendar = defineOperation({
  id: 'catalogue.putCalendar',
  method: 'PUT',
  path: '/platform/catalogue/calendars/{key}',
  summary: 'Create or change a calendar',
  description:
    'For operators. Checks the whole catalogue, as `catalogue.import` does, and returns what changed.',
  ...putsEntry('calendars', calendarEntry),
})

export const archiveCatalogueCalendar = defineOperation({
  id: 'catalogue.archiveCalendar',
  method: 'POST',
  path: '/platform/catalogue/calendars/{key}/archive',
  summary: 'Archive a calendar',
  description:
    'For operators. An archived entry is no longer available; items already sold are unaffected. Refused while an active entry refers to it.',
  ...archivesEntry('calendars', 'calendar'),
})

export const previewCatalogueCalendar = defineOperation({
  id: 'catalogue.previewCalendar',
  method: 'POST',
  path: '/platform/catalogue/calendar-preview',
  summary: 'Preview a calendar',
  description:
    'For operators. Returns the next cutoffs and holidays of a calendar, and delivery days for its specifications, before it is created or changed.',
  permission: 'catalogue.manage',
  impliedBy: 'platform.admin',
  audience: 'user',
  effect: 'read',
  body: calendarDraft,
  output: calendarPreview,
  prepare: ({ services }, { body }) => previewCalendar(services, body),
  handler: ({ rows }, { body }, previewed) => previewToWire(rows, body, previewed),
})

const country = namedObject('HolidayCountry', 'A country with known holidays.', {
  country: described(v.string(), 'Country (ISO 3166-1 alpha-2).'),
  regions: described(
    v.array(
      namedObject('HolidayRegion', 'A region with holidays of its own.', {
        region: described(
          v.string(),
          'Code used in calendars: `BY`, or `BY/A` for a region within a region.',
        ),
        name: described(v.string(), 'Local name.'),
      }),
    ),
    'Its regions, by name.',
  ),
})

export const listHolidayRegions = defineOperation({
  id: 'catalogue.holidayRegions',
  method: 'GET',
  path: '/platform/catalogue/holiday-regions',
  summary: 'List countries and regions with known holidays',
  description: 'For operators. Values that calendars accept under `holidays`.',
  permission: 'catalogue.manage',
  impliedBy: 'platform.admin',
  audience: 'user',
  effect: 'read',
  output: wholeListOf(country),
  prepare: ({ services }) => services.holidays.regions(),
  async handler(_context, _input, known) {
    const data = Object.entries(known).map(([country, regions]) => ({
      country,
      regions: Object.entries(regions)
        .map(([region, name]) => ({ region, name }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    }))
    return { data }
  },
})
