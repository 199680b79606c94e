import { defineJob } from '../../jobs/registry.ts'
import { removeExpired } from '../../jobs/retention.ts'

/** Requests that are older than the log goes back. */
export const requestLogRetention = defineJob({
  kind: 'developers.retention',
  handler: (context) => removeExpired(context, ['requestLog']),
})
