import { defineJob } from '../../../engine/jobs/registry.ts'
import { removeExpired } from '../../../engine/jobs/retention.ts'

/** Requests and observations that are older than their log goes back. */
export const requestLogRetention = defineJob({
  kind: 'developers.retention',
  handler: (context) => removeExpired(context, ['requestLog', 'auditLog']),
})
