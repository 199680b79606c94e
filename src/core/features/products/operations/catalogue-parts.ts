import { defineOperation } from '../../../engine/operation.ts'
import {
  countryZonesEntry,
  postageEntry,
  priceListEntry,
  productEntry,
  specificationEntry,
  stockEntry,
} from '../catalogue/entries/entry-schemas.ts'
import { costEntry } from '../catalogue/entries/printer-entries.ts'
import { archivesEntry, listsEntries, putsEntry } from '../catalogue/entry-operations.ts'

export const listCatalogueProducts = defineOperation({
  id: 'catalogue.listProducts',
  method: 'GET',
  path: '/platform/catalogue/products',
  summary: 'List the products of the catalogue',
  description: 'For operators. Entries as in a catalogue file, including archived ones.',
  ...listsEntries('products', productEntry),
})

export const putCatalogueProduct = defineOperation({
  id: 'catalogue.putProduct',
  method: 'PUT',
  path: '/platform/catalogue/products/{key}',
  summary: 'Create or change a product',
  description:
    'For operators. Checks the whole catalogue, as `catalogue.import` does, and returns what changed.',
  ...putsEntry('products', productEntry),
})

export const archiveCatalogueProduct = defineOperation({
  id: 'catalogue.archiveProduct',
  method: 'POST',
  path: '/platform/catalogue/products/{key}/archive',
  summary: 'Archive a product',
  description:
    'For operators. An archived entry is no longer available; items already sold are unaffected. Refused while an active entry refers to it.',
  ...archivesEntry('products', 'product'),
})

export const listCatalogueSpecifications = defineOperation({
  id: 'catalogue.listSpecifications',
  method: 'GET',
  path: '/platform/catalogue/specifications',
  summary: 'List the specifications of the catalogue',
  description: 'For operators. Entries as in a catalogue file, including archived ones.',
  ...listsEntries('specifications', specificationEntry),
})

export const putCatalogueSpecification = defineOperation({
  id: 'catalogue.putSpecification',
  method: 'PUT',
  path: '/platform/catalogue/specifications/{key}',
  summary: 'Create or change a specification',
  description:
    'For operators. Checks the whole catalogue, as `catalogue.import` does, and returns what changed.',
  ...putsEntry('specifications', specificationEntry),
})

export const archiveCatalogueSpecification = defineOperation({
  id: 'catalogue.archiveSpecification',
  method: 'POST',
  path: '/platform/catalogue/specifications/{key}/archive',
  summary: 'Archive a specification',
  description:
    'For operators. An archived entry is no longer available; items already sold are unaffected. Refused while an active entry refers to it.',
  ...archivesEntry('specifications', 'product specification'),
})

export const listCatalogueStocks = defineOperation({
  id: 'catalogue.listStocks',
  method: 'GET',
  path: '/platform/catalogue/stocks',
  summary: 'List the stocks of the catalogue',
  description: 'For operators. Entries as in a catalogue file, including archived ones.',
  ...listsEntries('stocks', stockEntry),
})

export const putCatalogueStock = defineOperation({
  id: 'catalogue.putStock',
  method: 'PUT',
  path: '/platform/catalogue/stocks/{key}',
  summary: 'Create or change a stock',
  description:
    'For operators. Checks the whole catalogue, as `catalogue.import` does, and returns what changed.',
  ...putsEntry('stocks', stockEntry),
})

export const archiveCatalogueStock = defineOperation({
  id: 'catalogue.archiveStock',
  method: 'POST',
  path: '/platform/catalogue/stocks/{key}/archive',
  summary: 'Archive a stock',
  description:
    'For operators. An archived entry is no longer available; items already sold are unaffected. Refused while an active entry refers to it.',
  ...archivesEntry('stocks', 'stock'),
})

export const listCataloguePriceLists = defineOperation({
  id: 'catalogue.listPriceLists',
  method: 'GET',
  path: '/platform/catalogue/price-lists',
  summary: 'List the price lists of the catalogue',
  description: 'For operators. Entries as in a catalogue file, including archived ones.',
  ...listsEntries('priceLists', priceListEntry),
})

export const putCataloguePriceList = defineOperation({
  id: 'catalogue.putPriceList',
  method: 'PUT',
  path: '/platform/catalogue/price-lists/{key}',
  summary: 'Create or change a price list',
  description:
    'For operators. Checks the whole catalogue, as `catalogue.import` does, and returns what changed.',
  ...putsEntry('priceLists', priceListEntry),
})

export const archiveCataloguePriceList = defineOperation({
  id: 'catalogue.archivePriceList',
  method: 'POST',
  path: '/platform/catalogue/price-lists/{key}/archive',
  summary: 'Archive a price list',
  description:
    'For operators. An archived entry is no longer available; items already sold are unaffected. Refused while an active entry refers to it.',
  ...archivesEntry('priceLists', 'price list'),
})

export const listCataloguePostageProducts = defineOperation({
  id: 'catalogue.listPostageProducts',
  method: 'GET',
  path: '/platform/catalogue/postage-products',
  summary: 'List the postage products of the catalogue',
  description: 'For operators. Entries as in a catalogue file, including archived ones.',
  ...listsEntries('postageProducts', postageEntry),
})

export const putCataloguePostageProduct = defineOperation({
  id: 'catalogue.putPostageProduct',
  method: 'PUT',
  path: '/platform/catalogue/postage-products/{key}',
  summary: 'Create or change a postage product',
  description:
    'For operators. Checks the whole catalogue, as `catalogue.import` does, and returns what changed.',
  ...putsEntry('postageProducts', postageEntry),
})

export const archiveCataloguePostageProduct = defineOperation({
  id: 'catalogue.archivePostageProduct',
  method: 'POST',
  path: '/platform/catalogue/postage-products/{key}/archive',
  summary: 'Archive a postage product',
  description:
    'For operators. An archived entry is no longer available; items already sold are unaffected. Refused while an active entry refers to it.',
  ...archivesEntry('postageProducts', 'postage product'),
})

export const listCatalogueCountryZones = defineOperation({
  id: 'catalogue.listCountryZones',
  method: 'GET',
  path: '/platform/catalogue/country-zones',
  summary: 'List the sets of country zones of the catalogue',
  description: 'For operators. Entries as in a catalogue file, including archived ones.',
  ...listsEntries('countryZones', countryZonesEntry),
})

export const putCatalogueCountryZones = defineOperation({
  id: 'catalogue.putCountryZones',
  method: 'PUT',
  path: '/platform/catalogue/country-zones/{key}',
  summary: 'Create or change a set of country zones',
  description:
    'For operators. Checks the whole catalogue, as `catalogue.import` does, and returns what changed.',
  ...putsEntry('countryZones', countryZonesEntry),
})

export const archiveCatalogueCountryZones = defineOperation({
  id: 'catalogue.archiveCountryZones',
  method: 'POST',
  path: '/platform/catalogue/country-zones/{key}/archive',
  summary: 'Archive a set of country zones',
  description:
    'For operators. An archived entry is no longer available; items already sold are unaffected. Refused while an active entry refers to it.',
  ...archivesEntry('countryZones', 'country zones'),
})

export const listCatalogueCosts = defineOperation({
  id: 'catalogue.listCosts',
  method: 'GET',
  path: '/platform/catalogue/costs',
  summary: 'List the costs of the catalogue',
  description:
    'For operators. Production costs of the shop, as in a catalogue file, including archived ones. Customers never see them.',
  ...listsEntries('costs', costEntry),
})

export const putCatalogueCost = defineOperation({
  id: 'catalogue.putCost',
  method: 'PUT',
  path: '/platform/catalogue/costs/{key}',
  summary: 'Create or change a cost',
  description:
    'For operators. Checks the whole catalogue, as `catalogue.import` does. Applies to runs handed over after the change; earlier runs keep the costs at which they were printed.',
  ...putsEntry('costs', costEntry),
})

export const archiveCatalogueCost = defineOperation({
  id: 'catalogue.archiveCost',
  method: 'POST',
  path: '/platform/catalogue/costs/{key}/archive',
  summary: 'Archive a cost',
  description: 'For operators. Applies to no further run; runs already handed over keep it.',
  ...archivesEntry('costs', 'cost'),
})
