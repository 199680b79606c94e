import { defineJob } from '../../../engine/jobs/job.ts'
import { hourly, removeExpired } from '../../../engine/jobs/retention.ts'

/** Removes entries of the request log and observed security events that have expired. */
export const requestLogRetention = defineJob({
  kind: 'developers.retention',
  recur: hourly,
  handler: (context) => removeExpired(context, ['requestLog', 'auditLog']),
})
