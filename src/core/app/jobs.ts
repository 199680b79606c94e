import type { JobDefinition } from '../engine/jobs/job.ts'
import type { JobKind } from '../engine/jobs/kinds.ts'
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
import { processImport, takeRowsOfImport } from '../features/imports/jobs/imports.process.ts'
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
import {
  importSuppressions,
  takeRowsOfSuppressions,
} from '../features/suppressions/jobs/suppressions.import.ts'
import { disabledMail } from '../features/webhooks/jobs/webhooks.disabledMail.ts'
import { dropJob } from '../features/webhooks/jobs/webhooks.drop.ts'
import { holdJob } from '../features/webhooks/jobs/webhooks.hold.ts'
import { replayMissedJob } from '../features/webhooks/jobs/webhooks.replayMissed.ts'
import { replaySinceJob } from '../features/webhooks/jobs/webhooks.replaySince.ts'
import { retryNowJob } from '../features/webhooks/jobs/webhooks.retryNow.ts'

/** The handler of every kind of job: one that is missing, or is of another kind, does not compile. */
export const jobDefinitions: { readonly [K in JobKind]: JobDefinition<K> } = {
  'analytics.rebuild': rebuildAnalytics,
  'assets.expireUpload': expireUpload,
  'assets.purge': purgeAsset,
  'assets.sweep': sweepUploads,
  'billing.countSpending': countSpendingJob,
  'billing.invoiceMail': invoiceMailJob,
  'billing.invoicePdf': invoicePdfJob,
  'billing.monthly': monthlyJob,
  'billing.releaseCapped': releaseCappedJob,
  'billing.releaseHeld': releaseHeldJob,
  'billing.treatments': treatmentsJob,
  'developers.advanceTestClock': goOnAdvancing,
  'developers.retention': requestLogRetention,
  'events.retention': eventRetention,
  'exports.write': writeExport,
  'exports.writeWorkbook': writeWorkbook,
  'idempotency.retention': idempotencyRetention,
  'imports.forget': forgetImport,
  'imports.process': processImport,
  'imports.takeRows': takeRowsOfImport,
  'integrations.makeStored': makeStored,
  'integrations.retention': connectorRetention,
  'integrations.stoppedMail': stoppedMail,
  'itemActions.carryOut': carryOutItemAction,
  'itemActions.gather': gatherItemAction,
  'itemActions.retention': itemActionRetention,
  'items.renewKeys': renewKeysOfAll,
  'notices.approvals': tellApprovals,
  'notices.mail': mailNotice,
  'notices.tell': tellNotice,
  'overview.foldNames': foldNames,
  'people.expireInvitation': expireInvitation,
  'people.invitationMail': invitationMail,
  'people.passwordReset': passwordReset,
  'people.retention': peopleRetention,
  'postbatches.copyItems': copyPostbatchItems,
  'postbatches.correctSalutations': correctPostbatchSalutations,
  'postbatches.countSentBefore': countPostbatchSentBefore,
  'postbatches.moveItems': movePostbatchItems,
  'postbatches.validate': validatePostbatchItems,
  'postflows.moveItems': movePostflowItems,
  'printers.bindSecrets': bindSecrets,
  'privacy.deleteTestData': deleteTestData,
  'privacy.erase': eraseEverywhere,
  'privacy.retention': retain,
  'catalogue.renewHolidays': renewHolidays,
  'renders.render': renderPreview,
  'printing.watch': watchPrinting,
  'runs.attachReady': attachReadyItems,
  'runs.clean': cleanRun,
  'runs.complete': runComplete,
  'runs.cutoff': runCutoff,
  'runs.handOver': handOverJob,
  'runs.moveItems': moveRunItems,
  'runs.offerToCarrier': runOfferToCarrier,
  'runs.remake': remakeJob,
  'runs.render': runRender,
  'support.mail': supportMail,
  'suppressions.import': importSuppressions,
  'suppressions.takeRows': takeRowsOfSuppressions,
  'webhooks.disabledMail': disabledMail,
  'webhooks.drop': dropJob,
  'webhooks.hold': holdJob,
  'webhooks.replayMissed': replayMissedJob,
  'webhooks.replaySince': replaySinceJob,
  'webhooks.retryNow': retryNowJob,
}
