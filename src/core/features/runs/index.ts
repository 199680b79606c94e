import { attachReadyItems } from './jobs/runs.attachReady.ts'
import { cleanRun } from './jobs/runs.clean.ts'
import { runComplete } from './jobs/runs.complete.ts'
import { runCutoff } from './jobs/runs.cutoff.ts'
import { runHandOver } from './jobs/runs.handOver.ts'
import { moveRunItems } from './jobs/runs.moveItems.ts'
import { runOfferToCarrier } from './jobs/runs.offerToCarrier.ts'
import { runRender } from './jobs/runs.render.ts'
import { runCalendar } from './operations/runs.calendar.ts'
import { takeRunCallback } from './operations/runs.callback.ts'
import { cancelRunNow } from './operations/runs.cancel.ts'
import { closeRunNow } from './operations/runs.close.ts'
import { completeRunNow } from './operations/runs.complete.ts'
import { excludeFromRun } from './operations/runs.exclude.ts'
import { getRun } from './operations/runs.get.ts'
import { handOverRunNow } from './operations/runs.handOver.ts'
import { listRunItems } from './operations/runs.items.ts'
import { listRuns } from './operations/runs.list.ts'
import { offerRunToCarrier } from './operations/runs.offerToCarrier.ts'
import { packageRunFiles } from './operations/runs.package.ts'
import { renderRunNow } from './operations/runs.render.ts'
import { reportOnRunPieces } from './operations/runs.report.ts'

export const runOperations = [
  listRuns,
  runCalendar,
  getRun,
  listRunItems,
  closeRunNow,
  renderRunNow,
  handOverRunNow,
  offerRunToCarrier,
  completeRunNow,
  excludeFromRun,
  cancelRunNow,
  packageRunFiles,
  reportOnRunPieces,
  takeRunCallback,
]
export const runJobs = [
  runCutoff,
  runRender,
  runHandOver,
  moveRunItems,
  runOfferToCarrier,
  runComplete,
  attachReadyItems,
  cleanRun,
]
