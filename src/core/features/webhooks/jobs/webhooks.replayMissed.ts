import { defineJob } from '../../../engine/jobs/registry.ts'
import { everyone } from '../../../ports/store.ts'
import { chunkSize, releaseMissed } from '../endpoints/endpoint-state.ts'

/** Goes on with a `replay-missed` that asked for more than one transaction's worth of deliveries. */
export const replayMissedJob = defineJob({
  kind: 'webhooks.replayMissed',
  async handler({ services, job, transact, extend }) {
    const endpointId = String(job.payload.endpointId)
    for (;;) {
      const released = await transact(async ({ rows, work }) => {
        const endpoint = await rows.webhookEndpoints.get(everyone, endpointId)
        // Disabled again meanwhile: the rest waits for the next time it is asked for.
        if (!endpoint?.active) return 0
        const count = await releaseMissed(services, rows, endpointId, services.clock.now())
        if (count > 0) work.noteDelivery()
        return count
      })
      if (released < chunkSize) return undefined
      await extend()
    }
  },
})
