import { defineJob } from '../../../engine/jobs/registry.ts'
import { hourly, removeExpired } from '../../../engine/jobs/retention.ts'

/** Sessions, links, second factors that nobody confirmed and counts of attempts, whose time is over. */
export const peopleRetention = defineJob({
  kind: 'people.retention',
  recur: hourly,
  handler: (context) => removeExpired(context, ['sessions', 'links', 'secondFactors', 'signInAttempts']),
})
