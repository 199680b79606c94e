import { defineJob } from '../../../engine/jobs/registry.ts'
import { secondMs } from '../../../kernel/time.ts'
import { advanceSlice } from '../test-clock.ts'

/** Until another process may be through with its job of this clock; where that process died, its lease takes minutes to end. */
const pauseMs = secondMs

/** Goes on with an advance of a test clock that took too long for one answer, a slice at a time. */
export const goOnAdvancing = defineJob({
  kind: 'developers.advanceTestClock',
  async handler({ services, job }) {
    const { organisationId, to, offsetMs } = job.payload
    const goal = { to: Number(to), offsetMs: Number(offsetMs ?? 0) }
    const { done, elsewhere } = await advanceSlice(services, String(organisationId), goal)
    // Behind what fell due during this slice.
    const now = services.clock.now()
    return done ? undefined : { resumeAt: elsewhere ? now + pauseMs : now }
  },
})
