import { defineJob } from '../../../engine/jobs/registry.ts'
import { everyone } from '../../../ports/store.ts'
import { chunkSize, holdPending } from '../endpoints/endpoint-state.ts'

/** Holds what waits for an endpoint that was disabled with more than one transaction's worth of deliveries. */
export const holdJob = defineJob({
  kind: 'webhooks.hold',
  async handler({ job, transact, extend }) {
    const endpointId = String(job.payload.endpointId)
    for (;;) {
      const held = await transact(async ({ rows }) => {
        const endpoint = await rows.webhookEndpoints.get(everyone, endpointId)
        // Enabled again meanwhile: what still waits is sent.
        return endpoint && !endpoint.active ? holdPending(rows, endpointId) : 0
      })
      if (held < chunkSize) return undefined
      await extend()
    }
  },
})
