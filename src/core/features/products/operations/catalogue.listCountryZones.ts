import { defineOperation } from '../../../engine/operation.ts'
import { listsEntries } from '../catalogue/entry-operations.ts'
import { countryZonesEntry } from '../catalogue/entry-schemas.ts'

export const listCatalogueCountryZones = defineOperation({
  id: 'catalogue.listCountryZones',
  method: 'GET',
  path: '/platform/catalogue/country-zones',
  summary: 'List the sets of country zones of the catalogue',
  description: 'For operators: each as a file has it, archived ones included.',
  ...listsEntries('countryZones', countryZonesEntry),
})
