import type { JobDefinition } from '../engine/jobs/job.ts'
import type { JobKind } from '../engine/jobs/kinds.ts'
import { rebuildAnalytics } from '../features/analytics/jobs/analytics.ts'
import { expireUpload, purgeAsset, sweepUploads } from '../features/assets/jobs/assets.ts'
import {
  countSpendingJob,
  invoiceMailJob,
  invoicePdfJob,
  monthlyJob,
  releaseHeldJob,
  treatmentsJob,
} from '../features/billing/jobs/billing.ts'
import { releaseCappedJob } from '../features/billing/jobs/release-capped.ts'
import {
  goOnAdvancing,
  idempotencyRetention,
  requestLogRetention,
} from '../features/developers/jobs/developers.ts'
import { eventRetention } from '../features/events/jobs/events.ts'
import { writeExport, writeWorkbook } from '../features/exports/jobs/exports.ts'
import { forgetImport, processImport, takeRowsOfImport } from '../features/imports/jobs/imports.ts'
import { connectorRetention, makeStored, stoppedMail } from '../features/integrations/jobs/integrations.ts'
import {
  carryOutItemAction,
  gatherItemAction,
  itemActionRetention,
} from '../features/item-actions/jobs/item-actions.ts'
import { renewKeysOfAll } from '../features/items/jobs/items.ts'
import { mailNotice, notifyApprovers, notifyMembers } from '../features/notices/jobs/notices.ts'
import { foldNames } from '../features/overview/jobs/fold-names.ts'
import {
  expireInvitation,
  invitationMail,
  passwordReset,
  peopleRetention,
} from '../features/people/jobs/people.ts'
import {
  copyPostbatchItems,
  correctPostbatchSalutations,
  countPostbatchSentBefore,
  movePostbatchItems,
} from '../features/postbatches/jobs/postbatches.ts'
import { validatePostbatchItems } from '../features/postbatches/jobs/validate.ts'
import { movePostflowItems } from '../features/postflows/jobs/postflows.ts'
import { bindSecrets } from '../features/printers/jobs/printers.ts'
import { deleteTestData, eraseEverywhere, retain } from '../features/privacy/jobs/privacy.ts'
import { renewHolidays } from '../features/products/jobs/products.ts'
import { renderPreview } from '../features/renders/jobs/render.ts'
import { runCutoff } from '../features/runs/jobs/cutoff.ts'
import { handOverJob } from '../features/runs/jobs/hand-over.ts'
import { remakeJob } from '../features/runs/jobs/remake.ts'
import { runRender } from '../features/runs/jobs/render.ts'
import {
  attachReadyItems,
  cleanRun,
  moveRunItems,
  runComplete,
  runOfferToCarrier,
} from '../features/runs/jobs/runs.ts'
import { watchPrinting } from '../features/runs/jobs/watch.ts'
import { supportMail } from '../features/support/jobs/support.ts'
import { importSuppressions, takeRowsOfSuppressions } from '../features/suppressions/jobs/import.ts'
import {
  disabledMail,
  dropJob,
  holdJob,
  replayMissedJob,
  replaySinceJob,
  retryNowJob,
} from '../features/webhooks/jobs/webhooks.ts'

/** Job definitions by kind. A missing or misplaced one doesn't compile. */
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
  'notices.approvals': notifyApprovers,
  'notices.mail': mailNotice,
  'notices.tell': notifyMembers,
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
