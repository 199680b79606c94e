import { defineJob, organisationOf } from '../../../engine/jobs/job.ts'
import { chunkSize, holdPending } from '../endpoints/endpoint-state.ts'

/** Holds the deliveries of a disabled endpoint that did not fit into the transaction that disabled it. */
export const holdJob = defineJob({
  kind: 'webhooks.hold',
  async handler({ job, args, transact, extend }) {
    const endpointId = args.endpointId
    for (;;) {
      const held = await transact(async ({ rows }) => {
        const endpoint = await rows.webhookEndpoints.get(organisationOf(job), endpointId)
        // Where the endpoint was enabled meanwhile, its deliveries are sent.
        return endpoint && !endpoint.active ? holdPending(rows, endpoint) : 0
      })
      if (held < chunkSize) return undefined
      await extend()
    }
  },
})
