import { defineJob } from '../../../engine/jobs/job.ts'
import { hourly, removeExpired } from '../../../engine/jobs/retention.ts'

/** Forgets item actions after 30 days of real time, in both modes, with what they could not do. */
export const itemActionRetention = defineJob({
  kind: 'itemActions.retention',
  recur: hourly,
  handler: (context) => removeExpired(context, ['itemActions', 'itemActionChunks', 'itemActionFailures']),
})
