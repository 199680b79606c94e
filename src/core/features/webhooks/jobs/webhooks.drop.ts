import { defineJob } from '../../../engine/jobs/registry.ts'
import { chunkSize, dropUnsent } from '../endpoints/endpoint-state.ts'

/** Ends what waits for an endpoint that was deleted with more than one transaction's worth of deliveries. */
export const dropJob = defineJob({
  kind: 'webhooks.drop',
  async handler({ job, services, transact, extend }) {
    const endpointId = String(job.payload.endpointId)
    for (;;) {
      const dropped = await transact(({ rows }) => dropUnsent(rows, endpointId, services.clock.now()))
      if (dropped < chunkSize) return undefined
      await extend()
    }
  },
})
