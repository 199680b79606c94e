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
import type { listBadRows, cancelImport, correctProblemGroup, createImport, getImport, getImportErrors, getImportSample, getImportTowns, listImports, listLeftOutRows, mendImport, patchImport, listProblemGroups, restartImport } from '../core/features/imports/operations/postbatches.ts'
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
import type { createSession, createSessionByLink } from '../core/features/people/operations/sessions.ts'
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
  'postbatches.correctProblemGroup': typeof correctProblemGroup
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
  'postbatches.problemGroups': typeof listProblemGroups
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
