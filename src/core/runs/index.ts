import { attachReadyItems } from './jobs/runs.attachReady.ts'
import { runComplete } from './jobs/runs.complete.ts'
import { runCutoff } from './jobs/runs.cutoff.ts'
import { runHandOver } from './jobs/runs.handOver.ts'
import { moveRunItems } from './jobs/runs.moveItems.ts'
import { runOfferToCarrier } from './jobs/runs.offerToCarrier.ts'
import { runRender } from './jobs/runs.render.ts'
import { getRun } from './operations/runs.get.ts'
import { listRunItems } from './operations/runs.items.ts'
import { listRuns } from './operations/runs.list.ts'

export const runOperations = [listRuns, getRun, listRunItems]
export const runJobs = [
  runCutoff,
  runRender,
  runHandOver,
  moveRunItems,
  runOfferToCarrier,
  runComplete,
  attachReadyItems,
]
