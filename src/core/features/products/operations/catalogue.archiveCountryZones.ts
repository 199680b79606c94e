import { defineOperation } from '../../../engine/operation.ts'
import { archivesEntry } from '../catalogue/entry-operations.ts'

export const archiveCatalogueCountryZones = defineOperation({
  id: 'catalogue.archiveCountryZones',
  method: 'POST',
  path: '/platform/catalogue/country-zones/{key}/archive',
  summary: 'Archive a set of country zones',
  description:
    'For operators. It is offered no more; what was sold under it goes on. Refused while something that is offered refers to it.',
  ...archivesEntry('countryZones', 'country zones'),
})
