import { defineJob } from '../../../engine/jobs/job.ts'
import { hourly, removeExpired } from '../../../engine/jobs/retention.ts'

/** Removes payloads that a stopped connector stored seven days ago. */
export const connectorRetention = defineJob({
  kind: 'integrations.retention',
  recur: hourly,
  handler: (context) => removeExpired(context, ['connectorPayloads']),
})
