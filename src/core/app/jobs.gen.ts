// Made by `npm run generate` from the files that declare them. Do not edit.
// biome-ignore-all assist/source/organizeImports: sorted as it was made
// biome-ignore-all format: long names make long lines
import type { JobDefinition } from '../engine/jobs/job.ts'
import { rebuildAnalytics } from '../features/analytics/jobs/analytics.rebuild.ts'
import { expireUpload } from '../features/assets/jobs/assets.expireUpload.ts'
import { purgeAsset } from '../features/assets/jobs/assets.purge.ts'
import { sweepUploads } from '../features/assets/jobs/assets.sweep.ts'
import { countSpendingJob } from '../features/billing/jobs/billing.countSpending.ts'
import { invoiceMailJob } from '../features/billing/jobs/billing.invoiceMail.ts'
import { invoicePdfJob } from '../features/billing/jobs/billing.invoicePdf.ts'
import { monthlyJob } from '../features/billing/jobs/billing.monthly.ts'
import { releaseCappedJob } from '../features/billing/jobs/billing.releaseCapped.ts'
import { releaseHeldJob } from '../features/billing/jobs/billing.releaseHeld.ts'
import { treatmentsJob } from '../features/billing/jobs/billing.treatments.ts'
import { goOnAdvancing } from '../features/developers/jobs/developers.advanceTestClock.ts'
import { requestLogRetention } from '../features/developers/jobs/developers.retention.ts'
import { eventRetention } from '../features/events/jobs/events.retention.ts'
import { writeExport } from '../features/exports/jobs/exports.write.ts'
import { writeWorkbook } from '../features/exports/jobs/exports.writeWorkbook.ts'
import { idempotencyRetention } from '../features/idempotency/jobs/idempotency.retention.ts'
import { forgetImport } from '../features/imports/jobs/imports.forget.ts'
import { processImport } from '../features/imports/jobs/imports.process.ts'
import { takeRowsOfImport } from '../features/imports/jobs/imports.takeRows.ts'
import { makeStored } from '../features/integrations/jobs/integrations.makeStored.ts'
import { connectorRetention } from '../features/integrations/jobs/integrations.retention.ts'
import { stoppedMail } from '../features/integrations/jobs/integrations.stoppedMail.ts'
import { carryOutItemAction } from '../features/item-actions/jobs/itemActions.carryOut.ts'
import { gatherItemAction } from '../features/item-actions/jobs/itemActions.gather.ts'
import { itemActionRetention } from '../features/item-actions/jobs/itemActions.retention.ts'
import { renewKeysOfAll } from '../features/items/jobs/items.renewKeys.ts'
import { tellApprovals } from '../features/notices/jobs/notices.approvals.ts'
import { mailNotice } from '../features/notices/jobs/notices.mail.ts'
import { tellNotice } from '../features/notices/jobs/notices.tell.ts'
import { foldNames } from '../features/overview/jobs/overview.foldNames.ts'
import { expireInvitation } from '../features/people/jobs/people.expireInvitation.ts'
import { invitationMail } from '../features/people/jobs/people.invitationMail.ts'
import { passwordReset } from '../features/people/jobs/people.passwordReset.ts'
import { peopleRetention } from '../features/people/jobs/people.retention.ts'
import { copyPostbatchItems } from '../features/postbatches/jobs/postbatches.copyItems.ts'
import { correctPostbatchSalutations } from '../features/postbatches/jobs/postbatches.correctSalutations.ts'
import { countPostbatchSentBefore } from '../features/postbatches/jobs/postbatches.countSentBefore.ts'
import { movePostbatchItems } from '../features/postbatches/jobs/postbatches.moveItems.ts'
import { validatePostbatchItems } from '../features/postbatches/jobs/postbatches.validate.ts'
import { movePostflowItems } from '../features/postflows/jobs/postflows.moveItems.ts'
import { bindSecrets } from '../features/printers/jobs/printers.bindSecrets.ts'
import { deleteTestData } from '../features/privacy/jobs/privacy.deleteTestData.ts'
import { eraseEverywhere } from '../features/privacy/jobs/privacy.erase.ts'
import { retain } from '../features/privacy/jobs/privacy.retention.ts'
import { renewHolidays } from '../features/products/jobs/catalogue.renewHolidays.ts'
import { renderPreview } from '../features/renders/jobs/renders.render.ts'
import { watchPrinting } from '../features/runs/jobs/printing.watch.ts'
import { attachReadyItems } from '../features/runs/jobs/runs.attachReady.ts'
import { cleanRun } from '../features/runs/jobs/runs.clean.ts'
import { runComplete } from '../features/runs/jobs/runs.complete.ts'
import { runCutoff } from '../features/runs/jobs/runs.cutoff.ts'
import { handOverJob } from '../features/runs/jobs/runs.handOver.ts'
import { moveRunItems } from '../features/runs/jobs/runs.moveItems.ts'
import { runOfferToCarrier } from '../features/runs/jobs/runs.offerToCarrier.ts'
import { remakeJob } from '../features/runs/jobs/runs.remake.ts'
import { runRender } from '../features/runs/jobs/runs.render.ts'
import { supportMail } from '../features/support/jobs/support.mail.ts'
import { importSuppressions } from '../features/suppressions/jobs/suppressions.import.ts'
import { takeRowsOfSuppressions } from '../features/suppressions/jobs/suppressions.takeRows.ts'
import { disabledMail } from '../features/webhooks/jobs/webhooks.disabledMail.ts'
import { dropJob } from '../features/webhooks/jobs/webhooks.drop.ts'
import { holdJob } from '../features/webhooks/jobs/webhooks.hold.ts'
import { replayMissedJob } from '../features/webhooks/jobs/webhooks.replayMissed.ts'
import { replaySinceJob } from '../features/webhooks/jobs/webhooks.replaySince.ts'
import { retryNowJob } from '../features/webhooks/jobs/webhooks.retryNow.ts'

export const jobDefinitions: readonly JobDefinition[] = [
  rebuildAnalytics,
  expireUpload,
  purgeAsset,
  sweepUploads,
  countSpendingJob,
  invoiceMailJob,
  invoicePdfJob,
  monthlyJob,
  releaseCappedJob,
  releaseHeldJob,
  treatmentsJob,
  goOnAdvancing,
  requestLogRetention,
  eventRetention,
  writeExport,
  writeWorkbook,
  idempotencyRetention,
  forgetImport,
  processImport,
  takeRowsOfImport,
  makeStored,
  connectorRetention,
  stoppedMail,
  carryOutItemAction,
  gatherItemAction,
  itemActionRetention,
  renewKeysOfAll,
  tellApprovals,
  mailNotice,
  tellNotice,
  foldNames,
  expireInvitation,
  invitationMail,
  passwordReset,
  peopleRetention,
  copyPostbatchItems,
  correctPostbatchSalutations,
  countPostbatchSentBefore,
  movePostbatchItems,
  validatePostbatchItems,
  movePostflowItems,
  bindSecrets,
  deleteTestData,
  eraseEverywhere,
  retain,
  renewHolidays,
  renderPreview,
  watchPrinting,
  attachReadyItems,
  cleanRun,
  runComplete,
  runCutoff,
  handOverJob,
  moveRunItems,
  runOfferToCarrier,
  remakeJob,
  runRender,
  supportMail,
  importSuppressions,
  takeRowsOfSuppressions,
  disabledMail,
  dropJob,
  holdJob,
  replayMissedJob,
  replaySinceJob,
  retryNowJob,
]
