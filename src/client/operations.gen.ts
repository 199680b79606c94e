// Made by `node scripts/generate-client.ts` from the declarations. Do not edit.
// biome-ignore-all assist/source/organizeImports: sorted as it was made
// biome-ignore-all format: long names make long lines
import type { createAdvertisingCategory, listAdvertisingCategories, patchAdvertisingCategory, removeAdvertisingCategory } from '../core/features/advertising-categories/operations/advertising-categories.ts'
import type { getAnalyticsBillingGroups, exportAnalyticsCsv, getAnalyticsPostflows, getAnalyticsScans, getAnalyticsSummary } from '../core/features/analytics/operations/analytics.ts'
import type { getAsset, getAssetFile, listAssetFiles, listAssets, createUpload, deleteAsset, getUpload, patchAsset, patchAssetFile } from '../core/features/assets/operations/uploads.ts'
import type { patchTerms } from '../core/features/billing/operations/billing-terms.ts'
import type { bookTopUpOperation, confirmTopUpOperation } from '../core/features/billing/operations/billing-top-ups.ts'
import type { getBalance, listLedger, listPrices, getSpending } from '../core/features/billing/operations/billing.ts'
import type { creditInvoiceOperation, getInvoice, issueMonthlyOperation, listInvoices, markPaidOperation, getInvoicePdf, getInvoiceUbl } from '../core/features/billing/operations/invoices.ts'
import type { advanceTestClock, simulate, getTestClock, whoami } from '../core/features/developers/operations/developers.ts'
import type { explainEventOperation, getEvent, listEvents } from '../core/features/events/operations/events.ts'
import type { getItemDocument, getItemEvidence } from '../core/features/evidence/operations/items.ts'
import type { createExport, getExportFile, getExport, listExports, removeExport } from '../core/features/exports/operations/exports.ts'
import type { listBadRows, cancelImport, createImport, getImport, getImportErrors, getImportSample, getImportTowns, listImports, listLeftOutRows, mendImport, patchImport, restartImport } from '../core/features/imports/operations/postbatches.ts'
import type { adoptConnector, createConnector, listConnectorDeliveries, getConnector, takeInboundPayload, listIntegrations, patchConnector, removeConnector, rotateConnector, tryConnector } from '../core/features/integrations/operations/integrations.ts'
import type { cancelItemAction, createItemAction, listItemActionFailures, getItemAction, listItemActions, restartItemAction } from '../core/features/item-actions/operations/item-actions.ts'
import type { approveItem, cancelItem, patchItemOperation, rejectItem, reprint } from '../core/features/items/operations/items-changes.ts'
import type { createItem, createItemsInBulk, validateItem } from '../core/features/items/operations/items-creation.ts'
import type { getItemCounts, getItemFields, getItem, getItemHistory, listItems } from '../core/features/items/operations/items.ts'
import type { createMappingPreset, getMappingPreset, listMappingPresets, patchMappingPreset, removeMappingPreset, suggestMappingPreset } from '../core/features/mapping-presets/operations/mapping-presets.ts'
import type { getMedia } from '../core/features/media/operations/media.ts'
import type { getOrganisation, patchOrganisation } from '../core/features/organisations/operations/organisation.ts'
import type { createReturnAddress, getReturnAddress, listReturnAddresses, patchReturnAddress, removeReturnAddress } from '../core/features/organisations/operations/return-addresses.ts'
import type { setUp } from '../core/features/organisations/operations/setup.ts'
import type { getAttention } from '../core/features/overview/operations/attention.ts'
import type { findAnything } from '../core/features/overview/operations/search.ts'
import type { acceptInvitation, previewInvitation } from '../core/features/people/operations/invitations.ts'
import type { confirmPasswordReset, requestPasswordReset } from '../core/features/people/operations/password-reset.ts'
import type { createSession, createSessionByLink } from '../core/features/people/operations/session.ts'
import type { getPlatformAsset, listPlatformAssets } from '../core/features/platform-assets/operations/platform-assets.ts'
import type { listCountries, listEnums, listErrors, listEventTypes, listLimits, listScopes, listSigningKeys } from '../core/features/platform/operations/meta.ts'
import type { getStatus } from '../core/features/platform/operations/status.ts'
import type { approvePostbatch, cancelPostbatch, copyPostbatch, rejectPostbatch, validatePostbatch } from '../core/features/postbatches/operations/postbatches-lifecycle.ts'
import type { addPostbatchItems, correctSalutations, createPostbatch, getPostbatch, listPostbatches, patchPostbatch, quotePostbatch, removePostbatch, listSalutations, listPostbatchWarnings } from '../core/features/postbatches/operations/postbatches.ts'
import type { activatePostflow, archivePostflow, createPostflow, getPostflowFields, getPostflow, listPostflows, patchPostflow, pausePostflow, resumePostflow } from '../core/features/postflows/operations/postflows.ts'
import type { aboutRecipient, eraseItem } from '../core/features/privacy/operations/items.ts'
import type { deleteTestData, getTestDataDeletion } from '../core/features/privacy/operations/organisation.ts'
import type { getProduct, listProducts, priceProduct, listProductSpecifications } from '../core/features/products/operations/products.ts'
import type { getItemPaper } from '../core/features/renders/operations/items.ts'
import type { getProductGuide } from '../core/features/renders/operations/products.ts'
import type { createRender, getRenderFile, getRender } from '../core/features/renders/operations/renders.ts'
import type { getLibraryDesignPaper } from '../core/features/renders/operations/template-library.ts'
import type { getTemplatePaper, previewTemplate } from '../core/features/renders/operations/templates.ts'
import type { takeRunCallback, offerRunToCarrier, officePdfOfRun, packageRunFiles, postRunOperation, reportOnRunPieces } from '../core/features/runs/operations/runs-printing.ts'
import type { cancelRunNow, choosePrinterOperation, closeRunNow, completeRunNow, excludeFromRun, handOverOperation, renderRunNow } from '../core/features/runs/operations/runs-production.ts'
import type { checkRunRemake, handOverRunRemake, remakeRunPieces, listRunRemakes } from '../core/features/runs/operations/runs-remakes.ts'
import type { reportReturnedPieces } from '../core/features/runs/operations/runs-returns.ts'
import type { runCalendar, getRun, getRunHistory, listRunItems, listRuns, officePdfOfRemake, packageRunRemake } from '../core/features/runs/operations/runs.ts'
import type { getDiagnostics } from '../core/features/support/operations/support.ts'
import type { createSuppressionReason, listSuppressionReasons, patchSuppressionReason, removeSuppressionReason } from '../core/features/suppressions/operations/suppression-reasons.ts'
import type { getSuppressionImport, importSuppressionList, getSuppressionImportErrors, sampleSuppressionImport, listSuppressionImports } from '../core/features/suppressions/operations/suppressions-imports.ts'
import type { checkSuppression, createSuppression, exportSuppressions, getSuppression, listSuppressions, patchSuppression, removeSuppression } from '../core/features/suppressions/operations/suppressions.ts'
import type { copyLibraryDesign, getLibraryDesign, listLibrary } from '../core/features/template-library/operations/template-library.ts'
import type { createTemplateFolder, getTemplateFolder, listTemplateFolders, patchTemplateFolder, removeTemplateFolder } from '../core/features/templates/operations/templates-folders.ts'
import type { getTemplateDraft, publishTemplate, putTemplateDraft, getTemplateVersion, listTemplateVersions } from '../core/features/templates/operations/templates-versions.ts'
import type { archiveTemplate, checkTemplateDraft, createTemplate, duplicateTemplate, getTemplateFields, getTemplate, listTemplates, patchTemplate, unarchiveTemplate } from '../core/features/templates/operations/templates.ts'
import type { listItemScans } from '../core/features/tracking/operations/items.ts'
import type { listWebhookDeliveries, getWebhookDelivery, webhookDeliverySignature, retryDeliveryNow, retryDeliveriesNow, listUndelivered, verifyWebhookSignature } from '../core/features/webhooks/operations/webhooks-deliveries.ts'
import type { replayWebhookDelivery, replayMissedDeliveries, replayDeliveriesSince } from '../core/features/webhooks/operations/webhooks-replays.ts'
import type { createWebhook, getWebhook, listWebhooks, patchWebhook, removeWebhook, rotateWebhookSecret, testWebhook } from '../core/features/webhooks/operations/webhooks.ts'

/** Operation id → its declaration, for types only. */
export interface Operations {
  'advertisingCategories.create': typeof createAdvertisingCategory
  'advertisingCategories.list': typeof listAdvertisingCategories
  'advertisingCategories.patch': typeof patchAdvertisingCategory
  'advertisingCategories.remove': typeof removeAdvertisingCategory
  'analytics.billingGroups': typeof getAnalyticsBillingGroups
  'analytics.exportCsv': typeof exportAnalyticsCsv
  'analytics.postflows': typeof getAnalyticsPostflows
  'analytics.scans': typeof getAnalyticsScans
  'analytics.summary': typeof getAnalyticsSummary
  'attention.get': typeof getAttention
  'billing.balance': typeof getBalance
  'billing.bookTopUp': typeof bookTopUpOperation
  'billing.confirmTopUp': typeof confirmTopUpOperation
  'billing.ledger': typeof listLedger
  'billing.patchTerms': typeof patchTerms
  'billing.prices': typeof listPrices
  'billing.spending': typeof getSpending
  'developers.advanceTestClock': typeof advanceTestClock
  'developers.simulate': typeof simulate
  'developers.testClock': typeof getTestClock
  'developers.whoami': typeof whoami
  'events.explain': typeof explainEventOperation
  'events.get': typeof getEvent
  'events.list': typeof listEvents
  'exports.create': typeof createExport
  'exports.file': typeof getExportFile
  'exports.get': typeof getExport
  'exports.list': typeof listExports
  'exports.remove': typeof removeExport
  'integrations.adopt': typeof adoptConnector
  'integrations.create': typeof createConnector
  'integrations.deliveries': typeof listConnectorDeliveries
  'integrations.get': typeof getConnector
  'integrations.inbound': typeof takeInboundPayload
  'integrations.list': typeof listIntegrations
  'integrations.patch': typeof patchConnector
  'integrations.remove': typeof removeConnector
  'integrations.rotateSecret': typeof rotateConnector
  'integrations.try': typeof tryConnector
  'invitations.accept': typeof acceptInvitation
  'invitations.preview': typeof previewInvitation
  'invoices.credit': typeof creditInvoiceOperation
  'invoices.get': typeof getInvoice
  'invoices.issueMonthly': typeof issueMonthlyOperation
  'invoices.list': typeof listInvoices
  'invoices.markPaid': typeof markPaidOperation
  'invoices.pdf': typeof getInvoicePdf
  'invoices.ubl': typeof getInvoiceUbl
  'itemActions.cancel': typeof cancelItemAction
  'itemActions.create': typeof createItemAction
  'itemActions.failures': typeof listItemActionFailures
  'itemActions.get': typeof getItemAction
  'itemActions.list': typeof listItemActions
  'itemActions.restart': typeof restartItemAction
  'items.about': typeof aboutRecipient
  'items.approve': typeof approveItem
  'items.cancel': typeof cancelItem
  'items.counts': typeof getItemCounts
  'items.create': typeof createItem
  'items.createBulk': typeof createItemsInBulk
  'items.document': typeof getItemDocument
  'items.erase': typeof eraseItem
  'items.evidence': typeof getItemEvidence
  'items.fields': typeof getItemFields
  'items.get': typeof getItem
  'items.history': typeof getItemHistory
  'items.list': typeof listItems
  'items.paper': typeof getItemPaper
  'items.patch': typeof patchItemOperation
  'items.reject': typeof rejectItem
  'items.reprint': typeof reprint
  'items.scans': typeof listItemScans
  'items.validate': typeof validateItem
  'mappingPresets.create': typeof createMappingPreset
  'mappingPresets.get': typeof getMappingPreset
  'mappingPresets.list': typeof listMappingPresets
  'mappingPresets.patch': typeof patchMappingPreset
  'mappingPresets.remove': typeof removeMappingPreset
  'mappingPresets.suggest': typeof suggestMappingPreset
  'media.get': typeof getMedia
  'meta.countries': typeof listCountries
  'meta.enums': typeof listEnums
  'meta.errors': typeof listErrors
  'meta.eventTypes': typeof listEventTypes
  'meta.limits': typeof listLimits
  'meta.scopes': typeof listScopes
  'meta.signingKeys': typeof listSigningKeys
  'organisation.deleteTestData': typeof deleteTestData
  'organisation.get': typeof getOrganisation
  'organisation.patch': typeof patchOrganisation
  'organisation.testDataDeletion': typeof getTestDataDeletion
  'passwordReset.confirm': typeof confirmPasswordReset
  'passwordReset.request': typeof requestPasswordReset
  'platformAssets.get': typeof getPlatformAsset
  'platformAssets.list': typeof listPlatformAssets
  'postbatches.addItems': typeof addPostbatchItems
  'postbatches.approve': typeof approvePostbatch
  'postbatches.badRows': typeof listBadRows
  'postbatches.cancel': typeof cancelPostbatch
  'postbatches.cancelImport': typeof cancelImport
  'postbatches.copy': typeof copyPostbatch
  'postbatches.correctSalutations': typeof correctSalutations
  'postbatches.create': typeof createPostbatch
  'postbatches.createImport': typeof createImport
  'postbatches.get': typeof getPostbatch
  'postbatches.getImport': typeof getImport
  'postbatches.importErrors': typeof getImportErrors
  'postbatches.importSample': typeof getImportSample
  'postbatches.importTowns': typeof getImportTowns
  'postbatches.imports': typeof listImports
  'postbatches.leftOutRows': typeof listLeftOutRows
  'postbatches.list': typeof listPostbatches
  'postbatches.mendImport': typeof mendImport
  'postbatches.patch': typeof patchPostbatch
  'postbatches.patchImport': typeof patchImport
  'postbatches.quote': typeof quotePostbatch
  'postbatches.reject': typeof rejectPostbatch
  'postbatches.remove': typeof removePostbatch
  'postbatches.restartImport': typeof restartImport
  'postbatches.salutations': typeof listSalutations
  'postbatches.validate': typeof validatePostbatch
  'postbatches.warnings': typeof listPostbatchWarnings
  'postflows.activate': typeof activatePostflow
  'postflows.archive': typeof archivePostflow
  'postflows.create': typeof createPostflow
  'postflows.fields': typeof getPostflowFields
  'postflows.get': typeof getPostflow
  'postflows.list': typeof listPostflows
  'postflows.patch': typeof patchPostflow
  'postflows.pause': typeof pausePostflow
  'postflows.resume': typeof resumePostflow
  'products.get': typeof getProduct
  'products.guide': typeof getProductGuide
  'products.list': typeof listProducts
  'products.price': typeof priceProduct
  'products.specifications': typeof listProductSpecifications
  'renders.create': typeof createRender
  'renders.file': typeof getRenderFile
  'renders.get': typeof getRender
  'returnAddresses.create': typeof createReturnAddress
  'returnAddresses.get': typeof getReturnAddress
  'returnAddresses.list': typeof listReturnAddresses
  'returnAddresses.patch': typeof patchReturnAddress
  'returnAddresses.remove': typeof removeReturnAddress
  'runs.calendar': typeof runCalendar
  'runs.callback': typeof takeRunCallback
  'runs.cancel': typeof cancelRunNow
  'runs.checkRemake': typeof checkRunRemake
  'runs.choosePrinter': typeof choosePrinterOperation
  'runs.close': typeof closeRunNow
  'runs.complete': typeof completeRunNow
  'runs.exclude': typeof excludeFromRun
  'runs.get': typeof getRun
  'runs.handOver': typeof handOverOperation
  'runs.handOverRemake': typeof handOverRunRemake
  'runs.history': typeof getRunHistory
  'runs.items': typeof listRunItems
  'runs.list': typeof listRuns
  'runs.offerToCarrier': typeof offerRunToCarrier
  'runs.officePdf': typeof officePdfOfRun
  'runs.package': typeof packageRunFiles
  'runs.posted': typeof postRunOperation
  'runs.remake': typeof remakeRunPieces
  'runs.remakeOfficePdf': typeof officePdfOfRemake
  'runs.remakePackage': typeof packageRunRemake
  'runs.remakes': typeof listRunRemakes
  'runs.render': typeof renderRunNow
  'runs.report': typeof reportOnRunPieces
  'runs.returned': typeof reportReturnedPieces
  'search.find': typeof findAnything
  'session.create': typeof createSession
  'session.createByLink': typeof createSessionByLink
  'setup.create': typeof setUp
  'status.get': typeof getStatus
  'support.diagnostics': typeof getDiagnostics
  'suppressionReasons.create': typeof createSuppressionReason
  'suppressionReasons.list': typeof listSuppressionReasons
  'suppressionReasons.patch': typeof patchSuppressionReason
  'suppressionReasons.remove': typeof removeSuppressionReason
  'suppressions.check': typeof checkSuppression
  'suppressions.create': typeof createSuppression
  'suppressions.exportCsv': typeof exportSuppressions
  'suppressions.get': typeof getSuppression
  'suppressions.getImport': typeof getSuppressionImport
  'suppressions.import': typeof importSuppressionList
  'suppressions.importErrors': typeof getSuppressionImportErrors
  'suppressions.importSample': typeof sampleSuppressionImport
  'suppressions.imports': typeof listSuppressionImports
  'suppressions.list': typeof listSuppressions
  'suppressions.patch': typeof patchSuppression
  'suppressions.remove': typeof removeSuppression
  'templateLibrary.copy': typeof copyLibraryDesign
  'templateLibrary.get': typeof getLibraryDesign
  'templateLibrary.list': typeof listLibrary
  'templateLibrary.paper': typeof getLibraryDesignPaper
  'templates.archive': typeof archiveTemplate
  'templates.checkDraft': typeof checkTemplateDraft
  'templates.create': typeof createTemplate
  'templates.createFolder': typeof createTemplateFolder
  'templates.duplicate': typeof duplicateTemplate
  'templates.fields': typeof getTemplateFields
  'templates.folder': typeof getTemplateFolder
  'templates.folders': typeof listTemplateFolders
  'templates.get': typeof getTemplate
  'templates.getDraft': typeof getTemplateDraft
  'templates.list': typeof listTemplates
  'templates.paper': typeof getTemplatePaper
  'templates.patch': typeof patchTemplate
  'templates.patchFolder': typeof patchTemplateFolder
  'templates.preview': typeof previewTemplate
  'templates.publish': typeof publishTemplate
  'templates.putDraft': typeof putTemplateDraft
  'templates.removeFolder': typeof removeTemplateFolder
  'templates.unarchive': typeof unarchiveTemplate
  'templates.version': typeof getTemplateVersion
  'templates.versions': typeof listTemplateVersions
  'uploads.asset': typeof getAsset
  'uploads.assetFile': typeof getAssetFile
  'uploads.assetFiles': typeof listAssetFiles
  'uploads.assets': typeof listAssets
  'uploads.create': typeof createUpload
  'uploads.deleteAsset': typeof deleteAsset
  'uploads.get': typeof getUpload
  'uploads.patchAsset': typeof patchAsset
  'uploads.patchAssetFile': typeof patchAssetFile
  'webhooks.create': typeof createWebhook
  'webhooks.deliveries': typeof listWebhookDeliveries
  'webhooks.delivery': typeof getWebhookDelivery
  'webhooks.deliverySignature': typeof webhookDeliverySignature
  'webhooks.get': typeof getWebhook
  'webhooks.list': typeof listWebhooks
  'webhooks.patch': typeof patchWebhook
  'webhooks.remove': typeof removeWebhook
  'webhooks.replay': typeof replayWebhookDelivery
  'webhooks.replayMissed': typeof replayMissedDeliveries
  'webhooks.replaySince': typeof replayDeliveriesSince
  'webhooks.retryDelivery': typeof retryDeliveryNow
  'webhooks.retryNow': typeof retryDeliveriesNow
  'webhooks.rotateSecret': typeof rotateWebhookSecret
  'webhooks.test': typeof testWebhook
  'webhooks.undelivered': typeof listUndelivered
  'webhooks.verifySignature': typeof verifyWebhookSignature
}

/** Operation id → method and path below `/v1`. */
export const routes = {
  'advertisingCategories.create': { method: 'POST', path: '/advertising-categories' },
  'advertisingCategories.list': { method: 'GET', path: '/advertising-categories' },
  'advertisingCategories.patch': { method: 'PATCH', path: '/advertising-categories/{key}' },
  'advertisingCategories.remove': { method: 'DELETE', path: '/advertising-categories/{key}' },
  'analytics.billingGroups': { method: 'GET', path: '/analytics/billing-groups' },
  'analytics.exportCsv': { method: 'GET', path: '/analytics/items.csv' },
  'analytics.postflows': { method: 'GET', path: '/analytics/postflows' },
  'analytics.scans': { method: 'GET', path: '/analytics/scans' },
  'analytics.summary': { method: 'GET', path: '/analytics/summary' },
  'attention.get': { method: 'GET', path: '/attention' },
  'billing.balance': { method: 'GET', path: '/billing/balance' },
  'billing.bookTopUp': { method: 'POST', path: '/billing/top-ups/{id}/book' },
  'billing.confirmTopUp': { method: 'POST', path: '/billing/top-ups/{id}/confirm' },
  'billing.ledger': { method: 'GET', path: '/billing/ledger' },
  'billing.patchTerms': { method: 'PATCH', path: '/billing/terms' },
  'billing.prices': { method: 'GET', path: '/billing/prices' },
  'billing.spending': { method: 'GET', path: '/billing/spending' },
  'developers.advanceTestClock': { method: 'POST', path: '/developers/test-clock/advance' },
  'developers.simulate': { method: 'POST', path: '/developers/simulate/items/{id}' },
  'developers.testClock': { method: 'GET', path: '/developers/test-clock' },
  'developers.whoami': { method: 'GET', path: '/developers/whoami' },
  'events.explain': { method: 'GET', path: '/events/{id}/explain' },
  'events.get': { method: 'GET', path: '/events/{id}' },
  'events.list': { method: 'GET', path: '/events' },
  'exports.create': { method: 'POST', path: '/exports' },
  'exports.file': { method: 'GET', path: '/exports/{id}/file' },
  'exports.get': { method: 'GET', path: '/exports/{id}' },
  'exports.list': { method: 'GET', path: '/exports' },
  'exports.remove': { method: 'DELETE', path: '/exports/{id}' },
  'integrations.adopt': { method: 'POST', path: '/integrations/inbound/{id}/adopt' },
  'integrations.create': { method: 'POST', path: '/integrations/inbound' },
  'integrations.deliveries': { method: 'GET', path: '/integrations/inbound/{id}/deliveries' },
  'integrations.get': { method: 'GET', path: '/integrations/inbound/{id}' },
  'integrations.inbound': { method: 'POST', path: '/inbound/{token}', bytes: true },
  'integrations.list': { method: 'GET', path: '/integrations' },
  'integrations.patch': { method: 'PATCH', path: '/integrations/inbound/{id}' },
  'integrations.remove': { method: 'DELETE', path: '/integrations/inbound/{id}' },
  'integrations.rotateSecret': { method: 'POST', path: '/integrations/inbound/{id}/rotate-secret' },
  'integrations.try': { method: 'POST', path: '/integrations/inbound/{id}/try' },
  'invitations.accept': { method: 'POST', path: '/invitations/accept' },
  'invitations.preview': { method: 'POST', path: '/invitations/preview' },
  'invoices.credit': { method: 'POST', path: '/billing/invoices/{id}/credit-notes' },
  'invoices.get': { method: 'GET', path: '/billing/invoices/{id}' },
  'invoices.issueMonthly': { method: 'POST', path: '/billing/invoices/issue-monthly' },
  'invoices.list': { method: 'GET', path: '/billing/invoices' },
  'invoices.markPaid': { method: 'POST', path: '/billing/invoices/{id}/mark-paid' },
  'invoices.pdf': { method: 'GET', path: '/billing/invoices/{id}/pdf' },
  'invoices.ubl': { method: 'GET', path: '/billing/invoices/{id}/ubl' },
  'itemActions.cancel': { method: 'POST', path: '/item-actions/{id}/cancel' },
  'itemActions.create': { method: 'POST', path: '/item-actions' },
  'itemActions.failures': { method: 'GET', path: '/item-actions/{id}/failures' },
  'itemActions.get': { method: 'GET', path: '/item-actions/{id}' },
  'itemActions.list': { method: 'GET', path: '/item-actions' },
  'itemActions.restart': { method: 'POST', path: '/item-actions/{id}/restart' },
  'items.about': { method: 'POST', path: '/items/about' },
  'items.approve': { method: 'POST', path: '/items/{id}/approve' },
  'items.cancel': { method: 'POST', path: '/items/{id}/cancel' },
  'items.counts': { method: 'GET', path: '/items/counts' },
  'items.create': { method: 'POST', path: '/items' },
  'items.createBulk': { method: 'POST', path: '/items/bulk' },
  'items.document': { method: 'GET', path: '/items/{id}/document' },
  'items.erase': { method: 'POST', path: '/items/{id}/erase' },
  'items.evidence': { method: 'GET', path: '/items/{id}/evidence' },
  'items.fields': { method: 'GET', path: '/items/{id}/fields' },
  'items.get': { method: 'GET', path: '/items/{id}' },
  'items.history': { method: 'GET', path: '/items/{id}/history' },
  'items.list': { method: 'GET', path: '/items' },
  'items.paper': { method: 'GET', path: '/items/{id}/paper' },
  'items.patch': { method: 'PATCH', path: '/items/{id}' },
  'items.reject': { method: 'POST', path: '/items/{id}/reject' },
  'items.reprint': { method: 'POST', path: '/items/{id}/reprint' },
  'items.scans': { method: 'GET', path: '/items/{id}/scans' },
  'items.validate': { method: 'POST', path: '/items/validate' },
  'mappingPresets.create': { method: 'POST', path: '/mapping-presets' },
  'mappingPresets.get': { method: 'GET', path: '/mapping-presets/{id}' },
  'mappingPresets.list': { method: 'GET', path: '/mapping-presets' },
  'mappingPresets.patch': { method: 'PATCH', path: '/mapping-presets/{id}' },
  'mappingPresets.remove': { method: 'DELETE', path: '/mapping-presets/{id}' },
  'mappingPresets.suggest': { method: 'POST', path: '/mapping-presets/suggest' },
  'media.get': { method: 'GET', path: '/media/{token}' },
  'meta.countries': { method: 'GET', path: '/meta/countries' },
  'meta.enums': { method: 'GET', path: '/meta/enums' },
  'meta.errors': { method: 'GET', path: '/meta/errors' },
  'meta.eventTypes': { method: 'GET', path: '/meta/event-types' },
  'meta.limits': { method: 'GET', path: '/meta/limits' },
  'meta.scopes': { method: 'GET', path: '/meta/scopes' },
  'meta.signingKeys': { method: 'GET', path: '/meta/signing-keys' },
  'organisation.deleteTestData': { method: 'POST', path: '/organisation/test-data/deletion' },
  'organisation.get': { method: 'GET', path: '/organisation' },
  'organisation.patch': { method: 'PATCH', path: '/organisation' },
  'organisation.testDataDeletion': { method: 'GET', path: '/organisation/test-data/deletion' },
  'passwordReset.confirm': { method: 'POST', path: '/password-reset/confirm' },
  'passwordReset.request': { method: 'POST', path: '/password-reset' },
  'platformAssets.get': { method: 'GET', path: '/platform-assets/{id}' },
  'platformAssets.list': { method: 'GET', path: '/platform-assets' },
  'postbatches.addItems': { method: 'POST', path: '/postbatches/{id}/items' },
  'postbatches.approve': { method: 'POST', path: '/postbatches/{id}/approve' },
  'postbatches.badRows': { method: 'GET', path: '/postbatches/{id}/imports/{importId}/bad-rows' },
  'postbatches.cancel': { method: 'POST', path: '/postbatches/{id}/cancel' },
  'postbatches.cancelImport': { method: 'POST', path: '/postbatches/{id}/imports/{importId}/cancel' },
  'postbatches.copy': { method: 'POST', path: '/postbatches/{id}/copy' },
  'postbatches.correctSalutations': { method: 'POST', path: '/postbatches/{id}/salutations/correct' },
  'postbatches.create': { method: 'POST', path: '/postbatches' },
  'postbatches.createImport': { method: 'POST', path: '/postbatches/{id}/imports' },
  'postbatches.get': { method: 'GET', path: '/postbatches/{id}' },
  'postbatches.getImport': { method: 'GET', path: '/postbatches/{id}/imports/{importId}' },
  'postbatches.importErrors': { method: 'GET', path: '/postbatches/{id}/imports/{importId}/errors.csv' },
  'postbatches.importSample': { method: 'GET', path: '/postbatches/{id}/imports/{importId}/sample' },
  'postbatches.importTowns': { method: 'GET', path: '/postbatches/{id}/imports/{importId}/towns' },
  'postbatches.imports': { method: 'GET', path: '/postbatches/{id}/imports' },
  'postbatches.leftOutRows': { method: 'GET', path: '/postbatches/{id}/imports/{importId}/left-out-rows' },
  'postbatches.list': { method: 'GET', path: '/postbatches' },
  'postbatches.mendImport': { method: 'POST', path: '/postbatches/{id}/imports/{importId}/mend' },
  'postbatches.patch': { method: 'PATCH', path: '/postbatches/{id}' },
  'postbatches.patchImport': { method: 'PATCH', path: '/postbatches/{id}/imports/{importId}' },
  'postbatches.quote': { method: 'GET', path: '/postbatches/{id}/quote' },
  'postbatches.reject': { method: 'POST', path: '/postbatches/{id}/reject' },
  'postbatches.remove': { method: 'DELETE', path: '/postbatches/{id}' },
  'postbatches.restartImport': { method: 'POST', path: '/postbatches/{id}/imports/{importId}/restart' },
  'postbatches.salutations': { method: 'GET', path: '/postbatches/{id}/salutations' },
  'postbatches.validate': { method: 'POST', path: '/postbatches/{id}/validate' },
  'postbatches.warnings': { method: 'GET', path: '/postbatches/{id}/warnings' },
  'postflows.activate': { method: 'POST', path: '/postflows/{id}/activate' },
  'postflows.archive': { method: 'POST', path: '/postflows/{id}/archive' },
  'postflows.create': { method: 'POST', path: '/postflows' },
  'postflows.fields': { method: 'GET', path: '/postflows/{id}/fields' },
  'postflows.get': { method: 'GET', path: '/postflows/{id}' },
  'postflows.list': { method: 'GET', path: '/postflows' },
  'postflows.patch': { method: 'PATCH', path: '/postflows/{id}' },
  'postflows.pause': { method: 'POST', path: '/postflows/{id}/pause' },
  'postflows.resume': { method: 'POST', path: '/postflows/{id}/resume' },
  'products.get': { method: 'GET', path: '/products/{id}' },
  'products.guide': { method: 'GET', path: '/products/{id}/specifications/{specificationId}/guide' },
  'products.list': { method: 'GET', path: '/products' },
  'products.price': { method: 'POST', path: '/products/{id}/price' },
  'products.specifications': { method: 'GET', path: '/products/{id}/specifications' },
  'renders.create': { method: 'POST', path: '/renders' },
  'renders.file': { method: 'GET', path: '/renders/{id}/file' },
  'renders.get': { method: 'GET', path: '/renders/{id}' },
  'returnAddresses.create': { method: 'POST', path: '/organisation/return-addresses' },
  'returnAddresses.get': { method: 'GET', path: '/organisation/return-addresses/{id}' },
  'returnAddresses.list': { method: 'GET', path: '/organisation/return-addresses' },
  'returnAddresses.patch': { method: 'PATCH', path: '/organisation/return-addresses/{id}' },
  'returnAddresses.remove': { method: 'DELETE', path: '/organisation/return-addresses/{id}' },
  'runs.calendar': { method: 'GET', path: '/runs/calendar' },
  'runs.callback': { method: 'POST', path: '/runs/{id}/callback' },
  'runs.cancel': { method: 'POST', path: '/runs/{id}/cancel' },
  'runs.checkRemake': { method: 'POST', path: '/runs/{id}/remakes/check' },
  'runs.choosePrinter': { method: 'POST', path: '/runs/{id}/printer' },
  'runs.close': { method: 'POST', path: '/runs/{id}/close' },
  'runs.complete': { method: 'POST', path: '/runs/{id}/complete' },
  'runs.exclude': { method: 'POST', path: '/runs/{id}/exclude' },
  'runs.get': { method: 'GET', path: '/runs/{id}' },
  'runs.handOver': { method: 'POST', path: '/runs/{id}/hand-over' },
  'runs.handOverRemake': { method: 'POST', path: '/runs/{id}/remakes/{number}/hand-over' },
  'runs.history': { method: 'GET', path: '/runs/{id}/history' },
  'runs.items': { method: 'GET', path: '/runs/{id}/items' },
  'runs.list': { method: 'GET', path: '/runs' },
  'runs.offerToCarrier': { method: 'POST', path: '/runs/{id}/offer-to-carrier' },
  'runs.officePdf': { method: 'GET', path: '/runs/{id}/office-pdf' },
  'runs.package': { method: 'GET', path: '/runs/{id}/package' },
  'runs.posted': { method: 'POST', path: '/runs/{id}/posted' },
  'runs.remake': { method: 'POST', path: '/runs/{id}/remakes' },
  'runs.remakeOfficePdf': { method: 'GET', path: '/runs/{id}/remakes/{number}/office-pdf' },
  'runs.remakePackage': { method: 'GET', path: '/runs/{id}/remakes/{number}/package' },
  'runs.remakes': { method: 'GET', path: '/runs/{id}/remakes' },
  'runs.render': { method: 'POST', path: '/runs/{id}/render' },
  'runs.report': { method: 'POST', path: '/runs/{id}/report' },
  'runs.returned': { method: 'POST', path: '/returns' },
  'search.find': { method: 'GET', path: '/search' },
  'session.create': { method: 'POST', path: '/session' },
  'session.createByLink': { method: 'POST', path: '/session/link' },
  'setup.create': { method: 'POST', path: '/setup' },
  'status.get': { method: 'GET', path: '/status' },
  'support.diagnostics': { method: 'GET', path: '/support/diagnostics' },
  'suppressionReasons.create': { method: 'POST', path: '/suppression-reasons' },
  'suppressionReasons.list': { method: 'GET', path: '/suppression-reasons' },
  'suppressionReasons.patch': { method: 'PATCH', path: '/suppression-reasons/{key}' },
  'suppressionReasons.remove': { method: 'DELETE', path: '/suppression-reasons/{key}' },
  'suppressions.check': { method: 'POST', path: '/suppressions/check' },
  'suppressions.create': { method: 'POST', path: '/suppressions' },
  'suppressions.exportCsv': { method: 'GET', path: '/suppressions/entries.csv' },
  'suppressions.get': { method: 'GET', path: '/suppressions/{id}' },
  'suppressions.getImport': { method: 'GET', path: '/suppressions/imports/{id}' },
  'suppressions.import': { method: 'POST', path: '/suppressions/import' },
  'suppressions.importErrors': { method: 'GET', path: '/suppressions/imports/{id}/errors.csv' },
  'suppressions.importSample': { method: 'GET', path: '/suppressions/import-sample' },
  'suppressions.imports': { method: 'GET', path: '/suppressions/imports' },
  'suppressions.list': { method: 'GET', path: '/suppressions' },
  'suppressions.patch': { method: 'PATCH', path: '/suppressions/{id}' },
  'suppressions.remove': { method: 'DELETE', path: '/suppressions/{id}' },
  'templateLibrary.copy': { method: 'POST', path: '/template-library/{id}/copy' },
  'templateLibrary.get': { method: 'GET', path: '/template-library/{id}' },
  'templateLibrary.list': { method: 'GET', path: '/template-library' },
  'templateLibrary.paper': { method: 'GET', path: '/template-library/{id}/paper' },
  'templates.archive': { method: 'POST', path: '/templates/{id}/archive' },
  'templates.checkDraft': { method: 'GET', path: '/templates/{id}/draft/check' },
  'templates.create': { method: 'POST', path: '/templates' },
  'templates.createFolder': { method: 'POST', path: '/template-folders' },
  'templates.duplicate': { method: 'POST', path: '/templates/{id}/duplicate' },
  'templates.fields': { method: 'GET', path: '/templates/{id}/fields' },
  'templates.folder': { method: 'GET', path: '/template-folders/{id}' },
  'templates.folders': { method: 'GET', path: '/template-folders' },
  'templates.get': { method: 'GET', path: '/templates/{id}' },
  'templates.getDraft': { method: 'GET', path: '/templates/{id}/draft' },
  'templates.list': { method: 'GET', path: '/templates' },
  'templates.paper': { method: 'GET', path: '/templates/{id}/paper' },
  'templates.patch': { method: 'PATCH', path: '/templates/{id}' },
  'templates.patchFolder': { method: 'PATCH', path: '/template-folders/{id}' },
  'templates.preview': { method: 'POST', path: '/templates/preview' },
  'templates.publish': { method: 'POST', path: '/templates/{id}/publish' },
  'templates.putDraft': { method: 'PUT', path: '/templates/{id}/draft' },
  'templates.removeFolder': { method: 'DELETE', path: '/template-folders/{id}' },
  'templates.unarchive': { method: 'POST', path: '/templates/{id}/unarchive' },
  'templates.version': { method: 'GET', path: '/templates/{id}/versions/{number}' },
  'templates.versions': { method: 'GET', path: '/templates/{id}/versions' },
  'uploads.asset': { method: 'GET', path: '/assets/{id}' },
  'uploads.assetFile': { method: 'GET', path: '/asset-files/{id}' },
  'uploads.assetFiles': { method: 'GET', path: '/asset-files' },
  'uploads.assets': { method: 'GET', path: '/assets' },
  'uploads.create': { method: 'POST', path: '/uploads', bytes: true },
  'uploads.deleteAsset': { method: 'DELETE', path: '/assets/{id}' },
  'uploads.get': { method: 'GET', path: '/uploads/{id}' },
  'uploads.patchAsset': { method: 'PATCH', path: '/assets/{id}' },
  'uploads.patchAssetFile': { method: 'PATCH', path: '/asset-files/{id}' },
  'webhooks.create': { method: 'POST', path: '/webhooks' },
  'webhooks.deliveries': { method: 'GET', path: '/webhooks/{id}/deliveries' },
  'webhooks.delivery': { method: 'GET', path: '/webhooks/{id}/deliveries/{deliveryId}' },
  'webhooks.deliverySignature': { method: 'GET', path: '/webhooks/{id}/deliveries/{deliveryId}/signature' },
  'webhooks.get': { method: 'GET', path: '/webhooks/{id}' },
  'webhooks.list': { method: 'GET', path: '/webhooks' },
  'webhooks.patch': { method: 'PATCH', path: '/webhooks/{id}' },
  'webhooks.remove': { method: 'DELETE', path: '/webhooks/{id}' },
  'webhooks.replay': { method: 'POST', path: '/webhooks/{id}/deliveries/{deliveryId}/replay' },
  'webhooks.replayMissed': { method: 'POST', path: '/webhooks/{id}/replay-missed' },
  'webhooks.replaySince': { method: 'POST', path: '/webhooks/{id}/replay-since' },
  'webhooks.retryDelivery': { method: 'POST', path: '/webhooks/{id}/deliveries/{deliveryId}/retry-now' },
  'webhooks.retryNow': { method: 'POST', path: '/webhooks/{id}/retry-now' },
  'webhooks.rotateSecret': { method: 'POST', path: '/webhooks/{id}/rotate-secret' },
  'webhooks.test': { method: 'POST', path: '/webhooks/{id}/test' },
  'webhooks.undelivered': { method: 'GET', path: '/webhooks/undelivered' },
  'webhooks.verifySignature': { method: 'POST', path: '/webhooks/{id}/verify-signature' },
} as const
