import { defineJob } from '../../../engine/jobs/registry.ts'
import { hourly, removeExpired } from '../../../engine/jobs/retention.ts'

/** DESIGN 6: answers to an `Idempotency-Key` are kept for 24 hours. */
export const idempotencyRetention = defineJob({
  kind: 'idempotency.retention',
  recur: hourly,
  handler: (context) => removeExpired(context, ['idempotency']),
})
