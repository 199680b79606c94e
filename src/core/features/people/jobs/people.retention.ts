import { defineJob } from '../../../engine/jobs/job.ts'
import { hourly, removeExpired } from '../../../engine/jobs/retention.ts'

/** Removes expired sessions, links, unconfirmed second factors and counts of attempts. */
export const peopleRetention = defineJob({
  kind: 'people.retention',
  recur: hourly,
  handler: (context) => removeExpired(context, ['sessions', 'links', 'secondFactors', 'signInAttempts']),
})
