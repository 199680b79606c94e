import { defineJob, hourly, removeExpired } from '../../../engine/jobs/job.ts'

/** Removes answers to an `Idempotency-Key` after 24 hours (docs/api-rules.md#repeating-a-call). */
export const idempotencyRetention = defineJob({
  kind: 'idempotency.retention',
  recur: hourly,
  handler: (context) => removeExpired(context, ['idempotency']),
})
