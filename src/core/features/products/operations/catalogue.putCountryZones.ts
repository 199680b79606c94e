import { defineOperation } from '../../../engine/operation.ts'
import { putsEntry } from '../catalogue/entry-operations.ts'
import { countryZonesEntry } from '../catalogue/entry-schemas.ts'

export const putCatalogueCountryZones = defineOperation({
  id: 'catalogue.putCountryZones',
  method: 'PUT',
  path: '/platform/catalogue/country-zones/{key}',
  summary: 'Create or change a set of country zones',
  description:
    'For operators. The whole catalogue is checked with it, as `catalogue.import` does; the answer says what changed.',
  ...putsEntry('countryZones', countryZonesEntry),
})
