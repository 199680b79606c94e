import { defineJob } from '../../../engine/jobs/job.ts'
import { importSuppressions } from './suppressions.import.ts'

/** A kind of its own, because earlier servers read columns alone and report no doubtful rows. */
export const takeRowsOfSuppressions = defineJob({
  kind: 'suppressions.takeRows',
  handler: (context) => importSuppressions.handler(context),
})
