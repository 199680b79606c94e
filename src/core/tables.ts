import { apiKeysTable } from './access/store.ts'
import { advertisingCategoriesTable } from './advertising-categories/store.ts'
import { analyticsDaysTable } from './analytics/store.ts'
import { assetsTable, assetUsesTable, uploadsTable } from './assets/store.ts'
import { auditLogTable } from './audit/store.ts'
import {
  accountsTable,
  billingProfilesTable,
  billingUsageTable,
  invoicesTable,
  ledgerEntriesTable,
  topUpsTable,
} from './billing/store.ts'
import type { RowOf } from './columns.ts'
import { requestLogTable } from './developers/store.ts'
import { eventsTable } from './events/store.ts'
import { exportsTable } from './exports/store.ts'
import { idempotencyTable } from './idempotency/store.ts'
import { importErrorsTable, importsTable } from './imports/store.ts'
import { connectorDeliveriesTable, connectorsTable } from './integrations/store.ts'
import { itemsTable } from './items/store.ts'
import { jobsTable } from './jobs/store.ts'
import { mappingPresetsTable } from './mapping-presets/store.ts'
import { countersTable, factsTable, organisationsTable, returnAddressesTable } from './organisations/store.ts'
import {
  invitationsTable,
  linksTable,
  membersTable,
  rolesTable,
  secondFactorsTable,
  sessionsTable,
  signInAttemptsTable,
  usersTable,
} from './people/store.ts'
import { postbatchesTable, postbatchTotalsTable } from './postbatches/store.ts'
import { postflowsTable } from './postflows/store.ts'
import { erasablesTable } from './privacy/store.ts'
import { productsTable, specificationsTable } from './products/store.ts'
import { rendersTable } from './renders/store.ts'
import { runsTable } from './runs/store.ts'
import { ticketMessagesTable, ticketsTable } from './support/store.ts'
import { suppressionImportsTable } from './suppressions/import/store.ts'
import { suppressionReasonsTable, suppressionsTable } from './suppressions/store.ts'
import { templateFoldersTable, templatesTable, templateVersionsTable } from './templates/store.ts'
import { scansTable } from './tracking/store.ts'
import {
  deletedWebhookEndpointsTable,
  webhookDeliveriesTable,
  webhookEndpointsTable,
} from './webhooks/store.ts'

/** Every table, by the name that code uses: the one list that adapters and migrations follow. */
export const tables = {
  accounts: accountsTable,
  advertisingCategories: advertisingCategoriesTable,
  analyticsDays: analyticsDaysTable,
  apiKeys: apiKeysTable,
  auditLog: auditLogTable,
  billingProfiles: billingProfilesTable,
  billingUsage: billingUsageTable,
  assets: assetsTable,
  assetUses: assetUsesTable,
  connectorDeliveries: connectorDeliveriesTable,
  connectors: connectorsTable,
  counters: countersTable,
  deletedWebhookEndpoints: deletedWebhookEndpointsTable,
  erasables: erasablesTable,
  events: eventsTable,
  exports: exportsTable,
  facts: factsTable,
  idempotency: idempotencyTable,
  invitations: invitationsTable,
  invoices: invoicesTable,
  importErrors: importErrorsTable,
  imports: importsTable,
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
  products: productsTable,
  renders: rendersTable,
  requestLog: requestLogTable,
  returnAddresses: returnAddressesTable,
  roles: rolesTable,
  runs: runsTable,
  sessions: sessionsTable,
  scans: scansTable,
  secondFactors: secondFactorsTable,
  signInAttempts: signInAttemptsTable,
  specifications: specificationsTable,
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
