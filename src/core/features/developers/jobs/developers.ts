import { defineJob, hourly, removeExpired } from '../../../engine/jobs/job.ts'
import { secondMs } from '../../../kernel/time.ts'
import { advanceSlice } from '../test-clock.ts'

/** Delay while another process runs a job of this clock. The lease of a dead one takes minutes to expire. */
const pauseMs = secondMs

/** Continues an advance that took too long for one answer. */
export const goOnAdvancing = defineJob({
  kind: 'developers.advanceTestClock',
  async handler({ services, args }) {
    const { organisationId, to, offsetMs } = args
    const goal = { to, offsetMs: offsetMs ?? 0 }
    const { done, elsewhere } = await advanceSlice(services, organisationId, goal)
    // Queues behind the jobs that became due during this slice.
    const now = services.clock.now()
    return done ? undefined : { resumeAt: elsewhere ? now + pauseMs : now }
  },
})

/** Removes old requests from the request log, and observed security events from the audit log. */
export const requestLogRetention = defineJob({
  kind: 'developers.retention',
  recur: hourly,
  handler: (context) => removeExpired(context, ['requestLog', 'auditLog']),
})

/** Answers are removed after 24 hours (docs/api-rules.md#repeating-a-call). */
export const idempotencyRetention = defineJob({
  kind: 'idempotency.retention',
  recur: hourly,
  handler: (context) => removeExpired(context, ['idempotency']),
})
