import { defineJob } from '../../../engine/jobs/registry.ts'
import { hourly, removeExpired } from '../../../engine/jobs/retention.ts'

/** Requests and observations that are older than their log goes back. */
export const requestLogRetention = defineJob({
  kind: 'developers.retention',
  recur: hourly,
  handler: (context) => removeExpired(context, ['requestLog', 'auditLog']),
})
