import type { RowOf } from '../kernel/table.ts'
import { analyticsDaysTable } from './analytics.ts'
import { apiKeysTable } from './api-keys.ts'
import { assetsTable, assetUsesTable, instanceAssetsTable, uploadsTable } from './assets.ts'
import { auditLogTable } from './audit.ts'
import {
  accountsTable,
  billingGroupsTable,
  billingProfilesTable,
  billingUsageTable,
  invoicesTable,
  ledgerEntriesTable,
  spendingTable,
  topUpsTable,
} from './billing.ts'
import {
  calendarsTable,
  costsTable,
  countryZonesTable,
  postageProductsTable,
  priceListsTable,
  specificationVersionsTable,
  stocksTable,
} from './catalogue.ts'
import { eventsTable } from './events.ts'
import { exportsTable } from './exports.ts'
import { importErrorsTable, importsTable } from './imports.ts'
import { connectorDeliveriesTable, connectorPayloadsTable, connectorsTable } from './integrations.ts'
import { itemActionChunksTable, itemActionFailuresTable, itemActionsTable } from './item-actions.ts'
import { itemsTable } from './items.ts'
import { jobsTable } from './jobs.ts'
import { mappingPresetsTable } from './mapping-presets.ts'
import { countersTable, factsTable, organisationsTable, returnAddressesTable } from './organisations.ts'
import {
  invitationsTable,
  linksTable,
  membersTable,
  rolesTable,
  secondFactorsTable,
  sessionsTable,
  signInAttemptsTable,
  usersTable,
} from './people.ts'
import { postbatchesTable, postbatchTotalsTable } from './postbatches.ts'
import { postflowsTable } from './postflows.ts'
import { handOversTable, printerRulesTable, printersTable } from './printers.ts'
import { erasablesTable } from './privacy.ts'
import { productsTable, specificationsTable } from './products.ts'
import { rendersTable } from './renders.ts'
import { idempotencyTable, requestLogTable } from './requests.ts'
import { runRemakesTable, runsTable } from './runs.ts'
import { ticketMessagesTable, ticketsTable } from './support.ts'
import { suppressionImportsTable, suppressionReasonsTable, suppressionsTable } from './suppressions.ts'
import { templateFoldersTable, templatesTable, templateVersionsTable } from './templates.ts'
import { scansTable } from './tracking.ts'
import { advertisingCategoriesTable } from './vocabulary.ts'
import { deletedWebhookEndpointsTable, webhookDeliveriesTable, webhookEndpointsTable } from './webhooks.ts'

/** Adapters and migrations use this list. */
export const tables = {
  accounts: accountsTable,
  advertisingCategories: advertisingCategoriesTable,
  analyticsDays: analyticsDaysTable,
  apiKeys: apiKeysTable,
  auditLog: auditLogTable,
  billingGroups: billingGroupsTable,
  billingProfiles: billingProfilesTable,
  billingUsage: billingUsageTable,
  assets: assetsTable,
  assetUses: assetUsesTable,
  calendars: calendarsTable,
  connectorDeliveries: connectorDeliveriesTable,
  connectorPayloads: connectorPayloadsTable,
  connectors: connectorsTable,
  counters: countersTable,
  costs: costsTable,
  countryZones: countryZonesTable,
  deletedWebhookEndpoints: deletedWebhookEndpointsTable,
  erasables: erasablesTable,
  events: eventsTable,
  exports: exportsTable,
  facts: factsTable,
  handOvers: handOversTable,
  idempotency: idempotencyTable,
  instanceAssets: instanceAssetsTable,
  invitations: invitationsTable,
  invoices: invoicesTable,
  importErrors: importErrorsTable,
  imports: importsTable,
  itemActionChunks: itemActionChunksTable,
  itemActionFailures: itemActionFailuresTable,
  itemActions: itemActionsTable,
  items: itemsTable,
  jobs: jobsTable,
  ledgerEntries: ledgerEntriesTable,
  links: linksTable,
  members: membersTable,
  mappingPresets: mappingPresetsTable,
  organisations: organisationsTable,
  postbatches: postbatchesTable,
  postbatchTotals: postbatchTotalsTable,
  postflows: postflowsTable,
  postageProducts: postageProductsTable,
  priceLists: priceListsTable,
  printerRules: printerRulesTable,
  printers: printersTable,
  products: productsTable,
  renders: rendersTable,
  requestLog: requestLogTable,
  returnAddresses: returnAddressesTable,
  roles: rolesTable,
  runRemakes: runRemakesTable,
  runs: runsTable,
  sessions: sessionsTable,
  scans: scansTable,
  secondFactors: secondFactorsTable,
  signInAttempts: signInAttemptsTable,
  specifications: specificationsTable,
  spending: spendingTable,
  specificationVersions: specificationVersionsTable,
  stocks: stocksTable,
  suppressionImports: suppressionImportsTable,
  suppressionReasons: suppressionReasonsTable,
  suppressions: suppressionsTable,
  templateFolders: templateFoldersTable,
  templates: templatesTable,
  templateVersions: templateVersionsTable,
  topUps: topUpsTable,
  uploads: uploadsTable,
  users: usersTable,
  ticketMessages: ticketMessagesTable,
  tickets: ticketsTable,
  webhookDeliveries: webhookDeliveriesTable,
  webhookEndpoints: webhookEndpointsTable,
} as const

export type Tables = { [Name in keyof typeof tables]: RowOf<(typeof tables)[Name]> }
export type TableName = keyof Tables
