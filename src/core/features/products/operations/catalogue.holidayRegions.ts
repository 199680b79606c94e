import * as v from 'valibot'
import { wholeListOf } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { described, namedObject } from '../../../kernel/wire-schema.ts'

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
