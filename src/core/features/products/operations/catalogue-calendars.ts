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
  description: 'For operators: each as a file has it, archived ones included.',
  ...listsEntries('calendars', calendarEntry),
})

export const putCatalogueCalendar = defineOperation({
  id: 'catalogue.putCalendar',
  method: 'PUT',
  path: '/platform/catalogue/calendars/{key}',
  summary: 'Create or change a calendar',
  description:
    'For operators. The whole catalogue is checked with it, as `catalogue.import` does; the answer says what changed.',
  ...putsEntry('calendars', calendarEntry),
})

export const archiveCatalogueCalendar = defineOperation({
  id: 'catalogue.archiveCalendar',
  method: 'POST',
  path: '/platform/catalogue/calendars/{key}/archive',
  summary: 'Archive a calendar',
  description:
    'For operators. It is offered no more; what was sold under it goes on. Refused while something that is offered refers to it.',
  ...archivesEntry('calendars', 'calendar'),
})

export const previewCatalogueCalendar = defineOperation({
  id: 'catalogue.previewCalendar',
  method: 'POST',
  path: '/platform/catalogue/calendar-preview',
  summary: 'See when a calendar would close runs',
  description:
    'For operators, before a calendar is created or changed: its next cutoffs, its holidays, and when what its specifications print would be delivered. Changes nothing.',
  permission: 'catalogue.manage',
  impliedBy: 'platform.admin',
  audience: 'user',
  effect: 'read',
  body: calendarDraft,
  output: calendarPreview,
  prepare: ({ services }, { body }) => previewCalendar(services, body),
  handler: ({ rows }, { body }, previewed) => previewToWire(rows, body, previewed),
})

const country = namedObject('HolidayCountry', 'A country whose holidays are known.', {
  country: described(v.string(), 'Country (ISO 3166-1 alpha-2).'),
  regions: described(
    v.array(
      namedObject('HolidayRegion', 'A part of a country that has holidays of its own.', {
        region: described(
          v.string(),
          'Its code, as calendars name it: `BY`, or `BY/A` for a part of a part.',
        ),
        name: described(v.string(), 'What it is called there.'),
      }),
    ),
    'Its parts, by name.',
  ),
})

export const listHolidayRegions = defineOperation({
  id: 'catalogue.holidayRegions',
  method: 'GET',
  path: '/platform/catalogue/holiday-regions',
  summary: 'List the countries and regions whose holidays are known',
  description: 'For operators: what a calendar of the catalogue may name under `holidays`.',
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
