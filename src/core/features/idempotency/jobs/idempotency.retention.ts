import { defineJob } from '../../../engine/jobs/registry.ts'
import { hourly, removeExpired } from '../../../engine/jobs/retention.ts'

/** Answers to an `Idempotency-Key` are kept for 24 hours (docs/interface.md#repeating-a-call). */
export const idempotencyRetention = defineJob({
  kind: 'idempotency.retention',
  recur: hourly,
  handler: (context) => removeExpired(context, ['idempotency']),
})
