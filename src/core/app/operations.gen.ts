// Made by `npm run generate` from the files that declare them. Do not edit.
// biome-ignore-all assist/source/organizeImports: sorted as it was made
// biome-ignore-all format: long names make long lines
import type { Operation } from '../engine/operation.ts'
import { createAdvertisingCategory } from '../features/advertising-categories/operations/advertisingCategories.create.ts'
import { listAdvertisingCategories } from '../features/advertising-categories/operations/advertisingCategories.list.ts'
import { patchAdvertisingCategory } from '../features/advertising-categories/operations/advertisingCategories.patch.ts'
import { removeAdvertisingCategory } from '../features/advertising-categories/operations/advertisingCategories.remove.ts'
import { getAnalyticsBillingGroups } from '../features/analytics/operations/analytics.billingGroups.ts'
import { exportAnalyticsCsv } from '../features/analytics/operations/analytics.exportCsv.ts'
import { getAnalyticsPostflows } from '../features/analytics/operations/analytics.postflows.ts'
import { getAnalyticsScans } from '../features/analytics/operations/analytics.scans.ts'
import { getAnalyticsSummary } from '../features/analytics/operations/analytics.summary.ts'
import { getAsset } from '../features/assets/operations/uploads.asset.ts'
import { getAssetFile } from '../features/assets/operations/uploads.assetFile.ts'
import { listAssetFiles } from '../features/assets/operations/uploads.assetFiles.ts'
import { listAssets } from '../features/assets/operations/uploads.assets.ts'
import { createUpload } from '../features/assets/operations/uploads.create.ts'
import { deleteAsset } from '../features/assets/operations/uploads.deleteAsset.ts'
import { getUpload } from '../features/assets/operations/uploads.get.ts'
import { patchAsset } from '../features/assets/operations/uploads.patchAsset.ts'
import { patchAssetFile } from '../features/assets/operations/uploads.patchAssetFile.ts'
import { listAuditLog } from '../features/audit/operations/auditLog.list.ts'
import { listPlatformAuditLog } from '../features/audit/operations/auditLog.platform.ts'
import { getBalance } from '../features/billing/operations/billing.balance.ts'
import { bookTopUpOperation } from '../features/billing/operations/billing.bookTopUp.ts'
import { cancelTopUpOperation } from '../features/billing/operations/billing.cancelTopUp.ts'
import { confirmTopUpOperation } from '../features/billing/operations/billing.confirmTopUp.ts'
import { listLedger } from '../features/billing/operations/billing.ledger.ts'
import { patchSettings } from '../features/billing/operations/billing.patchSettings.ts'
import { patchTerms } from '../features/billing/operations/billing.patchTerms.ts'
import { listPrices } from '../features/billing/operations/billing.prices.ts'
import { getSettings } from '../features/billing/operations/billing.settings.ts'
import { getSpending } from '../features/billing/operations/billing.spending.ts'
import { requestTopUpOperation } from '../features/billing/operations/billing.topUp.ts'
import { listTopUps } from '../features/billing/operations/billing.topUps.ts'
import { creditInvoiceOperation } from '../features/billing/operations/invoices.credit.ts'
import { getInvoice } from '../features/billing/operations/invoices.get.ts'
import { issueMonthlyOperation } from '../features/billing/operations/invoices.issueMonthly.ts'
import { listInvoices } from '../features/billing/operations/invoices.list.ts'
import { markPaidOperation } from '../features/billing/operations/invoices.markPaid.ts'
import { getInvoicePdf } from '../features/billing/operations/invoices.pdf.ts'
import { getInvoiceUbl } from '../features/billing/operations/invoices.ubl.ts'
import { getSeller } from '../features/billing/operations/seller.get.ts'
import { putSellerOperation } from '../features/billing/operations/seller.put.ts'
import { advanceTestClock } from '../features/developers/operations/developers.advanceTestClock.ts'
import { createApiKey } from '../features/developers/operations/developers.createKey.ts'
import { getApiKey } from '../features/developers/operations/developers.getKey.ts'
import { listApiKeys } from '../features/developers/operations/developers.listKeys.ts'
import { patchApiKey } from '../features/developers/operations/developers.patchKey.ts'
import { listRequests } from '../features/developers/operations/developers.requestLog.ts'
import { revokeApiKey } from '../features/developers/operations/developers.revokeKey.ts'
import { rotateApiKey } from '../features/developers/operations/developers.rotateKey.ts'
import { simulate } from '../features/developers/operations/developers.simulate.ts'
import { getTestClock } from '../features/developers/operations/developers.testClock.ts'
import { whoami } from '../features/developers/operations/developers.whoami.ts'
import { explainEventOperation } from '../features/events/operations/events.explain.ts'
import { getEvent } from '../features/events/operations/events.get.ts'
import { listEvents } from '../features/events/operations/events.list.ts'
import { liveEvents } from '../features/events/operations/events.live.ts'
import { getItemDocument } from '../features/evidence/operations/items.document.ts'
import { getItemEvidence } from '../features/evidence/operations/items.evidence.ts'
import { createExport } from '../features/exports/operations/exports.create.ts'
import { getExportFile } from '../features/exports/operations/exports.file.ts'
import { getExport } from '../features/exports/operations/exports.get.ts'
import { listExports } from '../features/exports/operations/exports.list.ts'
import { removeExport } from '../features/exports/operations/exports.remove.ts'
import { listBadRows } from '../features/imports/operations/postbatches.badRows.ts'
import { cancelImport } from '../features/imports/operations/postbatches.cancelImport.ts'
import { createImport } from '../features/imports/operations/postbatches.createImport.ts'
import { getImport } from '../features/imports/operations/postbatches.getImport.ts'
import { getImportErrors } from '../features/imports/operations/postbatches.importErrors.ts'
import { getImportSample } from '../features/imports/operations/postbatches.importSample.ts'
import { getImportTowns } from '../features/imports/operations/postbatches.importTowns.ts'
import { listImports } from '../features/imports/operations/postbatches.imports.ts'
import { listLeftOutRows } from '../features/imports/operations/postbatches.leftOutRows.ts'
import { mendImport } from '../features/imports/operations/postbatches.mendImport.ts'
import { patchImport } from '../features/imports/operations/postbatches.patchImport.ts'
import { restartImport } from '../features/imports/operations/postbatches.restartImport.ts'
import { createBackupOperation } from '../features/instance/operations/backups.create.ts'
import { getBackups } from '../features/instance/operations/backups.get.ts'
import { examineInstanceOperation } from '../features/instance/operations/instance.examine.ts'
import { getInstance } from '../features/instance/operations/instance.get.ts'
import { getInvoicing } from '../features/instance/operations/invoicing.get.ts'
import { holdInvoicingOperation } from '../features/instance/operations/invoicing.hold.ts'
import { resumeInvoicingOperation } from '../features/instance/operations/invoicing.resume.ts'
import { getJob } from '../features/instance/operations/jobs.get.ts'
import { listJobsOperation } from '../features/instance/operations/jobs.list.ts'
import { retryJobOperation } from '../features/instance/operations/jobs.retry.ts'
import { retryFailedJobsOperation } from '../features/instance/operations/jobs.retryFailed.ts'
import { getPrinting } from '../features/instance/operations/printing.get.ts'
import { holdPrintingOperation } from '../features/instance/operations/printing.hold.ts'
import { resumePrintingOperation } from '../features/instance/operations/printing.resume.ts'
import { adoptConnector } from '../features/integrations/operations/integrations.adopt.ts'
import { createConnector } from '../features/integrations/operations/integrations.create.ts'
import { listConnectorDeliveries } from '../features/integrations/operations/integrations.deliveries.ts'
import { getConnector } from '../features/integrations/operations/integrations.get.ts'
import { takeInboundPayload } from '../features/integrations/operations/integrations.inbound.ts'
import { listIntegrations } from '../features/integrations/operations/integrations.list.ts'
import { patchConnector } from '../features/integrations/operations/integrations.patch.ts'
import { removeConnector } from '../features/integrations/operations/integrations.remove.ts'
import { rotateConnector } from '../features/integrations/operations/integrations.rotateSecret.ts'
import { tryConnector } from '../features/integrations/operations/integrations.try.ts'
import { cancelItemAction } from '../features/item-actions/operations/itemActions.cancel.ts'
import { createItemAction } from '../features/item-actions/operations/itemActions.create.ts'
import { listItemActionFailures } from '../features/item-actions/operations/itemActions.failures.ts'
import { getItemAction } from '../features/item-actions/operations/itemActions.get.ts'
import { listItemActions } from '../features/item-actions/operations/itemActions.list.ts'
import { restartItemAction } from '../features/item-actions/operations/itemActions.restart.ts'
import { approveItem } from '../features/items/operations/items.approve.ts'
import { cancelItem } from '../features/items/operations/items.cancel.ts'
import { getItemCounts } from '../features/items/operations/items.counts.ts'
import { createItem } from '../features/items/operations/items.create.ts'
import { createItemsInBulk } from '../features/items/operations/items.createBulk.ts'
import { getItemFields } from '../features/items/operations/items.fields.ts'
import { getItem } from '../features/items/operations/items.get.ts'
import { getItemHistory } from '../features/items/operations/items.history.ts'
import { listItems } from '../features/items/operations/items.list.ts'
import { patchItemOperation } from '../features/items/operations/items.patch.ts'
import { rejectItem } from '../features/items/operations/items.reject.ts'
import { reprint } from '../features/items/operations/items.reprint.ts'
import { validateItem } from '../features/items/operations/items.validate.ts'
import { createMappingPreset } from '../features/mapping-presets/operations/mappingPresets.create.ts'
import { getMappingPreset } from '../features/mapping-presets/operations/mappingPresets.get.ts'
import { listMappingPresets } from '../features/mapping-presets/operations/mappingPresets.list.ts'
import { patchMappingPreset } from '../features/mapping-presets/operations/mappingPresets.patch.ts'
import { removeMappingPreset } from '../features/mapping-presets/operations/mappingPresets.remove.ts'
import { suggestMappingPreset } from '../features/mapping-presets/operations/mappingPresets.suggest.ts'
import { getMedia } from '../features/media/operations/media.get.ts'
import { getNotices } from '../features/notices/operations/profile.notices.ts'
import { patchNotices } from '../features/notices/operations/profile.patchNotices.ts'
import { getOrganisation } from '../features/organisations/operations/organisation.get.ts'
import { patchOrganisation } from '../features/organisations/operations/organisation.patch.ts'
import { createOrganisation } from '../features/organisations/operations/organisations.create.ts'
import { leaveOrganisation } from '../features/organisations/operations/organisations.leave.ts'
import { getOrganisationLimits } from '../features/organisations/operations/organisations.limits.ts'
import { listOrganisations } from '../features/organisations/operations/organisations.list.ts'
import { patchOrganisationLimits } from '../features/organisations/operations/organisations.patchLimits.ts'
import { resumeOrganisationOperation } from '../features/organisations/operations/organisations.resume.ts'
import { suspendOrganisationOperation } from '../features/organisations/operations/organisations.suspend.ts'
import { switchOrganisation } from '../features/organisations/operations/organisations.switch.ts'
import { createReturnAddress } from '../features/organisations/operations/returnAddresses.create.ts'
import { getReturnAddress } from '../features/organisations/operations/returnAddresses.get.ts'
import { listReturnAddresses } from '../features/organisations/operations/returnAddresses.list.ts'
import { patchReturnAddress } from '../features/organisations/operations/returnAddresses.patch.ts'
import { removeReturnAddress } from '../features/organisations/operations/returnAddresses.remove.ts'
import { setUp } from '../features/organisations/operations/setup.create.ts'
import { getAttention } from '../features/overview/operations/attention.get.ts'
import { findAnything } from '../features/overview/operations/search.find.ts'
import { acceptInvitation } from '../features/people/operations/invitations.accept.ts'
import { createInvitation } from '../features/people/operations/invitations.create.ts'
import { invitationLink } from '../features/people/operations/invitations.link.ts'
import { listInvitations } from '../features/people/operations/invitations.list.ts'
import { previewInvitation } from '../features/people/operations/invitations.preview.ts'
import { revokeInvitation } from '../features/people/operations/invitations.revoke.ts'
import { getMember } from '../features/people/operations/members.get.ts'
import { listMembers } from '../features/people/operations/members.list.ts'
import { patchMember } from '../features/people/operations/members.patch.ts'
import { removeMemberOperation } from '../features/people/operations/members.remove.ts'
import { confirmPasswordReset } from '../features/people/operations/passwordReset.confirm.ts'
import { requestPasswordReset } from '../features/people/operations/passwordReset.request.ts'
import { changePassword } from '../features/people/operations/profile.changePassword.ts'
import { patchProfile } from '../features/people/operations/profile.patch.ts'
import { createRole } from '../features/people/operations/roles.create.ts'
import { listRoles } from '../features/people/operations/roles.list.ts'
import { patchRole } from '../features/people/operations/roles.patch.ts'
import { removeRole } from '../features/people/operations/roles.remove.ts'
import { beginSecondFactor } from '../features/people/operations/secondFactor.begin.ts'
import { confirmSecondFactor } from '../features/people/operations/secondFactor.confirm.ts'
import { getSecondFactor } from '../features/people/operations/secondFactor.get.ts'
import { renewRecoveryCodes } from '../features/people/operations/secondFactor.renewRecoveryCodes.ts'
import { turnOffSecondFactor } from '../features/people/operations/secondFactor.turnOff.ts'
import { createSession } from '../features/people/operations/session.create.ts'
import { createSessionByLink } from '../features/people/operations/session.createByLink.ts'
import { getSession } from '../features/people/operations/session.get.ts'
import { removeSession } from '../features/people/operations/session.remove.ts'
import { listSessions } from '../features/people/operations/sessions.list.ts'
import { revokeSession } from '../features/people/operations/sessions.remove.ts'
import { revokeOtherSessions } from '../features/people/operations/sessions.removeOthers.ts'
import { createUserAccount } from '../features/people/operations/users.create.ts'
import { disableUserAccount } from '../features/people/operations/users.disable.ts'
import { enableUserAccount } from '../features/people/operations/users.enable.ts'
import { getUserAccount } from '../features/people/operations/users.get.ts'
import { listUserAccounts } from '../features/people/operations/users.list.ts'
import { makeResetLink } from '../features/people/operations/users.resetLink.ts'
import { resetSecondFactorOperation } from '../features/people/operations/users.resetSecondFactor.ts'
import { setOperatorScopes } from '../features/people/operations/users.setOperatorScopes.ts'
import { addPlatformAsset } from '../features/platform-assets/operations/platformAssets.add.ts'
import { getPlatformAsset } from '../features/platform-assets/operations/platformAssets.get.ts'
import { listPlatformAssets } from '../features/platform-assets/operations/platformAssets.list.ts'
import { removePlatformAsset } from '../features/platform-assets/operations/platformAssets.remove.ts'
import { listCountries } from '../features/platform/operations/meta.countries.ts'
import { listEnums } from '../features/platform/operations/meta.enums.ts'
import { listErrors } from '../features/platform/operations/meta.errors.ts'
import { listEventTypes } from '../features/platform/operations/meta.eventTypes.ts'
import { listLimits } from '../features/platform/operations/meta.limits.ts'
import { listScopes } from '../features/platform/operations/meta.scopes.ts'
import { listSigningKeys } from '../features/platform/operations/meta.signingKeys.ts'
import { getStatus } from '../features/platform/operations/status.get.ts'
import { addPostbatchItems } from '../features/postbatches/operations/postbatches.addItems.ts'
import { approvePostbatch } from '../features/postbatches/operations/postbatches.approve.ts'
import { cancelPostbatch } from '../features/postbatches/operations/postbatches.cancel.ts'
import { copyPostbatch } from '../features/postbatches/operations/postbatches.copy.ts'
import { correctSalutations } from '../features/postbatches/operations/postbatches.correctSalutations.ts'
import { createPostbatch } from '../features/postbatches/operations/postbatches.create.ts'
import { getPostbatch } from '../features/postbatches/operations/postbatches.get.ts'
import { listPostbatches } from '../features/postbatches/operations/postbatches.list.ts'
import { patchPostbatch } from '../features/postbatches/operations/postbatches.patch.ts'
import { quotePostbatch } from '../features/postbatches/operations/postbatches.quote.ts'
import { rejectPostbatch } from '../features/postbatches/operations/postbatches.reject.ts'
import { removePostbatch } from '../features/postbatches/operations/postbatches.remove.ts'
import { listSalutations } from '../features/postbatches/operations/postbatches.salutations.ts'
import { validatePostbatch } from '../features/postbatches/operations/postbatches.validate.ts'
import { listPostbatchWarnings } from '../features/postbatches/operations/postbatches.warnings.ts'
import { activatePostflow } from '../features/postflows/operations/postflows.activate.ts'
import { archivePostflow } from '../features/postflows/operations/postflows.archive.ts'
import { createPostflow } from '../features/postflows/operations/postflows.create.ts'
import { getPostflowFields } from '../features/postflows/operations/postflows.fields.ts'
import { getPostflow } from '../features/postflows/operations/postflows.get.ts'
import { listPostflows } from '../features/postflows/operations/postflows.list.ts'
import { patchPostflow } from '../features/postflows/operations/postflows.patch.ts'
import { pausePostflow } from '../features/postflows/operations/postflows.pause.ts'
import { resumePostflow } from '../features/postflows/operations/postflows.resume.ts'
import { getPrinterRules } from '../features/printers/operations/printerRules.get.ts'
import { putPrinterRules } from '../features/printers/operations/printerRules.put.ts'
import { archivePrinter } from '../features/printers/operations/printers.archive.ts'
import { createPrinterOperation } from '../features/printers/operations/printers.create.ts'
import { getPrinter } from '../features/printers/operations/printers.get.ts'
import { listPrinters } from '../features/printers/operations/printers.list.ts'
import { patchPrinter } from '../features/printers/operations/printers.patch.ts'
import { pausePrinter } from '../features/printers/operations/printers.pause.ts'
import { resumePrinter } from '../features/printers/operations/printers.resume.ts'
import { testPrinter } from '../features/printers/operations/printers.test.ts'
import { aboutRecipient } from '../features/privacy/operations/items.about.ts'
import { eraseItem } from '../features/privacy/operations/items.erase.ts'
import { deleteTestData } from '../features/privacy/operations/organisation.deleteTestData.ts'
import { getTestDataDeletion } from '../features/privacy/operations/organisation.testDataDeletion.ts'
import { archiveCatalogueCalendar } from '../features/products/operations/catalogue.archiveCalendar.ts'
import { archiveCatalogueCost } from '../features/products/operations/catalogue.archiveCost.ts'
import { archiveCatalogueCountryZones } from '../features/products/operations/catalogue.archiveCountryZones.ts'
import { archiveCataloguePostageProduct } from '../features/products/operations/catalogue.archivePostageProduct.ts'
import { archiveCataloguePriceList } from '../features/products/operations/catalogue.archivePriceList.ts'
import { archiveCatalogueProduct } from '../features/products/operations/catalogue.archiveProduct.ts'
import { archiveCatalogueSpecification } from '../features/products/operations/catalogue.archiveSpecification.ts'
import { archiveCatalogueStock } from '../features/products/operations/catalogue.archiveStock.ts'
import { checkCatalogueFile } from '../features/products/operations/catalogue.check.ts'
import { getCatalogue } from '../features/products/operations/catalogue.get.ts'
import { listHolidayRegions } from '../features/products/operations/catalogue.holidayRegions.ts'
import { importCatalogue } from '../features/products/operations/catalogue.import.ts'
import { listCatalogueCalendars } from '../features/products/operations/catalogue.listCalendars.ts'
import { listCatalogueCosts } from '../features/products/operations/catalogue.listCosts.ts'
import { listCatalogueCountryZones } from '../features/products/operations/catalogue.listCountryZones.ts'
import { listCataloguePostageProducts } from '../features/products/operations/catalogue.listPostageProducts.ts'
import { listCataloguePriceLists } from '../features/products/operations/catalogue.listPriceLists.ts'
import { listCatalogueProducts } from '../features/products/operations/catalogue.listProducts.ts'
import { listCatalogueSpecifications } from '../features/products/operations/catalogue.listSpecifications.ts'
import { listCatalogueStocks } from '../features/products/operations/catalogue.listStocks.ts'
import { previewCatalogueCalendar } from '../features/products/operations/catalogue.previewCalendar.ts'
import { putCatalogueCalendar } from '../features/products/operations/catalogue.putCalendar.ts'
import { putCatalogueCost } from '../features/products/operations/catalogue.putCost.ts'
import { putCatalogueCountryZones } from '../features/products/operations/catalogue.putCountryZones.ts'
import { putCataloguePostageProduct } from '../features/products/operations/catalogue.putPostageProduct.ts'
import { putCataloguePriceList } from '../features/products/operations/catalogue.putPriceList.ts'
import { putCatalogueProduct } from '../features/products/operations/catalogue.putProduct.ts'
import { putCatalogueSpecification } from '../features/products/operations/catalogue.putSpecification.ts'
import { putCatalogueStock } from '../features/products/operations/catalogue.putStock.ts'
import { getCatalogueSample } from '../features/products/operations/catalogue.sample.ts'
import { listCatalogueSamples } from '../features/products/operations/catalogue.samples.ts'
import { getProduct } from '../features/products/operations/products.get.ts'
import { listProducts } from '../features/products/operations/products.list.ts'
import { priceProduct } from '../features/products/operations/products.price.ts'
import { listProductSpecifications } from '../features/products/operations/products.specifications.ts'
import { getItemPaper } from '../features/renders/operations/items.paper.ts'
import { getProductGuide } from '../features/renders/operations/products.guide.ts'
import { createRender } from '../features/renders/operations/renders.create.ts'
import { getRenderFile } from '../features/renders/operations/renders.file.ts'
import { getRender } from '../features/renders/operations/renders.get.ts'
import { getLibraryDesignPaper } from '../features/renders/operations/templateLibrary.paper.ts'
import { getTemplatePaper } from '../features/renders/operations/templates.paper.ts'
import { previewTemplate } from '../features/renders/operations/templates.preview.ts'
import { getReturnCodes } from '../features/runs/operations/returnCodes.get.ts'
import { putReturnCodes } from '../features/runs/operations/returnCodes.put.ts'
import { runCalendar } from '../features/runs/operations/runs.calendar.ts'
import { takeRunCallback } from '../features/runs/operations/runs.callback.ts'
import { cancelRunNow } from '../features/runs/operations/runs.cancel.ts'
import { checkRunRemake } from '../features/runs/operations/runs.checkRemake.ts'
import { choosePrinterOperation } from '../features/runs/operations/runs.choosePrinter.ts'
import { closeRunNow } from '../features/runs/operations/runs.close.ts'
import { completeRunNow } from '../features/runs/operations/runs.complete.ts'
import { getRunCosts } from '../features/runs/operations/runs.costs.ts'
import { excludeFromRun } from '../features/runs/operations/runs.exclude.ts'
import { getRun } from '../features/runs/operations/runs.get.ts'
import { handOverOperation } from '../features/runs/operations/runs.handOver.ts'
import { handOverRunRemake } from '../features/runs/operations/runs.handOverRemake.ts'
import { getRunHistory } from '../features/runs/operations/runs.history.ts'
import { listRunItems } from '../features/runs/operations/runs.items.ts'
import { listRuns } from '../features/runs/operations/runs.list.ts'
import { listRunCosts } from '../features/runs/operations/runs.listCosts.ts'
import { listPrinterRuns } from '../features/runs/operations/runs.ofPrinter.ts'
import { offerRunToCarrier } from '../features/runs/operations/runs.offerToCarrier.ts'
import { officePdfOfRun } from '../features/runs/operations/runs.officePdf.ts'
import { packageRunFiles } from '../features/runs/operations/runs.package.ts'
import { listPlatformRuns } from '../features/runs/operations/runs.platform.ts'
import { reportPlatformReturns } from '../features/runs/operations/runs.platformReturned.ts'
import { postRunOperation } from '../features/runs/operations/runs.posted.ts'
import { remakeRunPieces } from '../features/runs/operations/runs.remake.ts'
import { officePdfOfRemake } from '../features/runs/operations/runs.remakeOfficePdf.ts'
import { packageRunRemake } from '../features/runs/operations/runs.remakePackage.ts'
import { listRunRemakes } from '../features/runs/operations/runs.remakes.ts'
import { renderRunNow } from '../features/runs/operations/runs.render.ts'
import { reportOnRunPieces } from '../features/runs/operations/runs.report.ts'
import { reportReturnedPieces } from '../features/runs/operations/runs.returned.ts'
import { answerTicket } from '../features/support/operations/support.answer.ts'
import { closeTicket } from '../features/support/operations/support.close.ts'
import { createTicket } from '../features/support/operations/support.create.ts'
import { getDiagnostics } from '../features/support/operations/support.diagnostics.ts'
import { getTicket } from '../features/support/operations/support.get.ts'
import { listInbox } from '../features/support/operations/support.inbox.ts'
import { listTickets } from '../features/support/operations/support.list.ts'
import { replyToTicket } from '../features/support/operations/support.reply.ts'
import { createSuppressionReason } from '../features/suppressions/operations/suppressionReasons.create.ts'
import { listSuppressionReasons } from '../features/suppressions/operations/suppressionReasons.list.ts'
import { patchSuppressionReason } from '../features/suppressions/operations/suppressionReasons.patch.ts'
import { removeSuppressionReason } from '../features/suppressions/operations/suppressionReasons.remove.ts'
import { assignSuppressionMode } from '../features/suppressions/operations/suppressions.assignMode.ts'
import { checkSuppression } from '../features/suppressions/operations/suppressions.check.ts'
import { createSuppression } from '../features/suppressions/operations/suppressions.create.ts'
import { exportSuppressions } from '../features/suppressions/operations/suppressions.exportCsv.ts'
import { getSuppression } from '../features/suppressions/operations/suppressions.get.ts'
import { getSuppressionImport } from '../features/suppressions/operations/suppressions.getImport.ts'
import { importSuppressionList } from '../features/suppressions/operations/suppressions.import.ts'
import { getSuppressionImportErrors } from '../features/suppressions/operations/suppressions.importErrors.ts'
import { sampleSuppressionImport } from '../features/suppressions/operations/suppressions.importSample.ts'
import { listSuppressionImports } from '../features/suppressions/operations/suppressions.imports.ts'
import { listSuppressions } from '../features/suppressions/operations/suppressions.list.ts'
import { patchSuppression } from '../features/suppressions/operations/suppressions.patch.ts'
import { removeSuppression } from '../features/suppressions/operations/suppressions.remove.ts'
import { listTestEntries } from '../features/suppressions/operations/suppressions.testEntries.ts'
import { copyLibraryDesign } from '../features/template-library/operations/templateLibrary.copy.ts'
import { getLibraryDesign } from '../features/template-library/operations/templateLibrary.get.ts'
import { listLibrary } from '../features/template-library/operations/templateLibrary.list.ts'
import { archiveTemplate } from '../features/templates/operations/templates.archive.ts'
import { checkTemplateDraft } from '../features/templates/operations/templates.checkDraft.ts'
import { createTemplate } from '../features/templates/operations/templates.create.ts'
import { createTemplateFolder } from '../features/templates/operations/templates.createFolder.ts'
import { duplicateTemplate } from '../features/templates/operations/templates.duplicate.ts'
import { getTemplateFields } from '../features/templates/operations/templates.fields.ts'
import { getTemplateFolder } from '../features/templates/operations/templates.folder.ts'
import { listTemplateFolders } from '../features/templates/operations/templates.folders.ts'
import { getTemplate } from '../features/templates/operations/templates.get.ts'
import { getTemplateDraft } from '../features/templates/operations/templates.getDraft.ts'
import { listTemplates } from '../features/templates/operations/templates.list.ts'
import { patchTemplate } from '../features/templates/operations/templates.patch.ts'
import { patchTemplateFolder } from '../features/templates/operations/templates.patchFolder.ts'
import { publishTemplate } from '../features/templates/operations/templates.publish.ts'
import { putTemplateDraft } from '../features/templates/operations/templates.putDraft.ts'
import { removeTemplateFolder } from '../features/templates/operations/templates.removeFolder.ts'
import { unarchiveTemplate } from '../features/templates/operations/templates.unarchive.ts'
import { getTemplateVersion } from '../features/templates/operations/templates.version.ts'
import { listTemplateVersions } from '../features/templates/operations/templates.versions.ts'
import { listItemScans } from '../features/tracking/operations/items.scans.ts'
import { createWebhook } from '../features/webhooks/operations/webhooks.create.ts'
import { listWebhookDeliveries } from '../features/webhooks/operations/webhooks.deliveries.ts'
import { getWebhookDelivery } from '../features/webhooks/operations/webhooks.delivery.ts'
import { webhookDeliverySignature } from '../features/webhooks/operations/webhooks.deliverySignature.ts'
import { getWebhook } from '../features/webhooks/operations/webhooks.get.ts'
import { listWebhooks } from '../features/webhooks/operations/webhooks.list.ts'
import { patchWebhook } from '../features/webhooks/operations/webhooks.patch.ts'
import { removeWebhook } from '../features/webhooks/operations/webhooks.remove.ts'
import { replayWebhookDelivery } from '../features/webhooks/operations/webhooks.replay.ts'
import { replayMissedDeliveries } from '../features/webhooks/operations/webhooks.replayMissed.ts'
import { replayDeliveriesSince } from '../features/webhooks/operations/webhooks.replaySince.ts'
import { retryDeliveryNow } from '../features/webhooks/operations/webhooks.retryDelivery.ts'
import { retryDeliveriesNow } from '../features/webhooks/operations/webhooks.retryNow.ts'
import { rotateWebhookSecret } from '../features/webhooks/operations/webhooks.rotateSecret.ts'
import { testWebhook } from '../features/webhooks/operations/webhooks.test.ts'
import { listUndelivered } from '../features/webhooks/operations/webhooks.undelivered.ts'
import { verifyWebhookSignature } from '../features/webhooks/operations/webhooks.verifySignature.ts'

export const operations: readonly Operation[] = [
  createAdvertisingCategory,
  listAdvertisingCategories,
  patchAdvertisingCategory,
  removeAdvertisingCategory,
  getAnalyticsBillingGroups,
  exportAnalyticsCsv,
  getAnalyticsPostflows,
  getAnalyticsScans,
  getAnalyticsSummary,
  getAsset,
  getAssetFile,
  listAssetFiles,
  listAssets,
  createUpload,
  deleteAsset,
  getUpload,
  patchAsset,
  patchAssetFile,
  listAuditLog,
  listPlatformAuditLog,
  getBalance,
  bookTopUpOperation,
  cancelTopUpOperation,
  confirmTopUpOperation,
  listLedger,
  patchSettings,
  patchTerms,
  listPrices,
  getSettings,
  getSpending,
  requestTopUpOperation,
  listTopUps,
  creditInvoiceOperation,
  getInvoice,
  issueMonthlyOperation,
  listInvoices,
  markPaidOperation,
  getInvoicePdf,
  getInvoiceUbl,
  getSeller,
  putSellerOperation,
  advanceTestClock,
  createApiKey,
  getApiKey,
  listApiKeys,
  patchApiKey,
  listRequests,
  revokeApiKey,
  rotateApiKey,
  simulate,
  getTestClock,
  whoami,
  explainEventOperation,
  getEvent,
  listEvents,
  liveEvents,
  getItemDocument,
  getItemEvidence,
  createExport,
  getExportFile,
  getExport,
  listExports,
  removeExport,
  listBadRows,
  cancelImport,
  createImport,
  getImport,
  getImportErrors,
  getImportSample,
  getImportTowns,
  listImports,
  listLeftOutRows,
  mendImport,
  patchImport,
  restartImport,
  createBackupOperation,
  getBackups,
  examineInstanceOperation,
  getInstance,
  getInvoicing,
  holdInvoicingOperation,
  resumeInvoicingOperation,
  getJob,
  listJobsOperation,
  retryJobOperation,
  retryFailedJobsOperation,
  getPrinting,
  holdPrintingOperation,
  resumePrintingOperation,
  adoptConnector,
  createConnector,
  listConnectorDeliveries,
  getConnector,
  takeInboundPayload,
  listIntegrations,
  patchConnector,
  removeConnector,
  rotateConnector,
  tryConnector,
  cancelItemAction,
  createItemAction,
  listItemActionFailures,
  getItemAction,
  listItemActions,
  restartItemAction,
  approveItem,
  cancelItem,
  getItemCounts,
  createItem,
  createItemsInBulk,
  getItemFields,
  getItem,
  getItemHistory,
  listItems,
  patchItemOperation,
  rejectItem,
  reprint,
  validateItem,
  createMappingPreset,
  getMappingPreset,
  listMappingPresets,
  patchMappingPreset,
  removeMappingPreset,
  suggestMappingPreset,
  getMedia,
  getNotices,
  patchNotices,
  getOrganisation,
  patchOrganisation,
  createOrganisation,
  leaveOrganisation,
  getOrganisationLimits,
  listOrganisations,
  patchOrganisationLimits,
  resumeOrganisationOperation,
  suspendOrganisationOperation,
  switchOrganisation,
  createReturnAddress,
  getReturnAddress,
  listReturnAddresses,
  patchReturnAddress,
  removeReturnAddress,
  setUp,
  getAttention,
  findAnything,
  acceptInvitation,
  createInvitation,
  invitationLink,
  listInvitations,
  previewInvitation,
  revokeInvitation,
  getMember,
  listMembers,
  patchMember,
  removeMemberOperation,
  confirmPasswordReset,
  requestPasswordReset,
  changePassword,
  patchProfile,
  createRole,
  listRoles,
  patchRole,
  removeRole,
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
  createSession,
  createSessionByLink,
  getSession,
  removeSession,
  listSessions,
  revokeSession,
  revokeOtherSessions,
  createUserAccount,
  disableUserAccount,
  enableUserAccount,
  getUserAccount,
  listUserAccounts,
  makeResetLink,
  resetSecondFactorOperation,
  setOperatorScopes,
  addPlatformAsset,
  getPlatformAsset,
  listPlatformAssets,
  removePlatformAsset,
  listCountries,
  listEnums,
  listErrors,
  listEventTypes,
  listLimits,
  listScopes,
  listSigningKeys,
  getStatus,
  addPostbatchItems,
  approvePostbatch,
  cancelPostbatch,
  copyPostbatch,
  correctSalutations,
  createPostbatch,
  getPostbatch,
  listPostbatches,
  patchPostbatch,
  quotePostbatch,
  rejectPostbatch,
  removePostbatch,
  listSalutations,
  validatePostbatch,
  listPostbatchWarnings,
  activatePostflow,
  archivePostflow,
  createPostflow,
  getPostflowFields,
  getPostflow,
  listPostflows,
  patchPostflow,
  pausePostflow,
  resumePostflow,
  getPrinterRules,
  putPrinterRules,
  archivePrinter,
  createPrinterOperation,
  getPrinter,
  listPrinters,
  patchPrinter,
  pausePrinter,
  resumePrinter,
  testPrinter,
  aboutRecipient,
  eraseItem,
  deleteTestData,
  getTestDataDeletion,
  archiveCatalogueCalendar,
  archiveCatalogueCost,
  archiveCatalogueCountryZones,
  archiveCataloguePostageProduct,
  archiveCataloguePriceList,
  archiveCatalogueProduct,
  archiveCatalogueSpecification,
  archiveCatalogueStock,
  checkCatalogueFile,
  getCatalogue,
  listHolidayRegions,
  importCatalogue,
  listCatalogueCalendars,
  listCatalogueCosts,
  listCatalogueCountryZones,
  listCataloguePostageProducts,
  listCataloguePriceLists,
  listCatalogueProducts,
  listCatalogueSpecifications,
  listCatalogueStocks,
  previewCatalogueCalendar,
  putCatalogueCalendar,
  putCatalogueCost,
  putCatalogueCountryZones,
  putCataloguePostageProduct,
  putCataloguePriceList,
  putCatalogueProduct,
  putCatalogueSpecification,
  putCatalogueStock,
  getCatalogueSample,
  listCatalogueSamples,
  getProduct,
  listProducts,
  priceProduct,
  listProductSpecifications,
  getItemPaper,
  getProductGuide,
  createRender,
  getRenderFile,
  getRender,
  getLibraryDesignPaper,
  getTemplatePaper,
  previewTemplate,
  getReturnCodes,
  putReturnCodes,
  runCalendar,
  takeRunCallback,
  cancelRunNow,
  checkRunRemake,
  choosePrinterOperation,
  closeRunNow,
  completeRunNow,
  getRunCosts,
  excludeFromRun,
  getRun,
  handOverOperation,
  handOverRunRemake,
  getRunHistory,
  listRunItems,
  listRuns,
  listRunCosts,
  listPrinterRuns,
  offerRunToCarrier,
  officePdfOfRun,
  packageRunFiles,
  listPlatformRuns,
  reportPlatformReturns,
  postRunOperation,
  remakeRunPieces,
  officePdfOfRemake,
  packageRunRemake,
  listRunRemakes,
  renderRunNow,
  reportOnRunPieces,
  reportReturnedPieces,
  answerTicket,
  closeTicket,
  createTicket,
  getDiagnostics,
  getTicket,
  listInbox,
  listTickets,
  replyToTicket,
  createSuppressionReason,
  listSuppressionReasons,
  patchSuppressionReason,
  removeSuppressionReason,
  assignSuppressionMode,
  checkSuppression,
  createSuppression,
  exportSuppressions,
  getSuppression,
  getSuppressionImport,
  importSuppressionList,
  getSuppressionImportErrors,
  sampleSuppressionImport,
  listSuppressionImports,
  listSuppressions,
  patchSuppression,
  removeSuppression,
  listTestEntries,
  copyLibraryDesign,
  getLibraryDesign,
  listLibrary,
  archiveTemplate,
  checkTemplateDraft,
  createTemplate,
  createTemplateFolder,
  duplicateTemplate,
  getTemplateFields,
  getTemplateFolder,
  listTemplateFolders,
  getTemplate,
  getTemplateDraft,
  listTemplates,
  patchTemplate,
  patchTemplateFolder,
  publishTemplate,
  putTemplateDraft,
  removeTemplateFolder,
  unarchiveTemplate,
  getTemplateVersion,
  listTemplateVersions,
  listItemScans,
  createWebhook,
  listWebhookDeliveries,
  getWebhookDelivery,
  webhookDeliverySignature,
  getWebhook,
  listWebhooks,
  patchWebhook,
  removeWebhook,
  replayWebhookDelivery,
  replayMissedDeliveries,
  replayDeliveriesSince,
  retryDeliveryNow,
  retryDeliveriesNow,
  rotateWebhookSecret,
  testWebhook,
  listUndelivered,
  verifyWebhookSignature,
]
