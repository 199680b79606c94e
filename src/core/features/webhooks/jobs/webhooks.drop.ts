import { defineJob, organisationOf } from '../../../engine/jobs/job.ts'
import { chunkSize, dropUnsent } from '../endpoints/endpoint-state.ts'

/** Drops the deliveries of a deleted endpoint that did not fit into the transaction of the deletion. */
export const dropJob = defineJob({
  kind: 'webhooks.drop',
  async handler({ job, args, services, transact, extend }) {
    const endpoint = { ...organisationOf(job), id: args.endpointId }
    for (;;) {
      const dropped = await transact(({ rows }) => dropUnsent(rows, endpoint, services.clock.now()))
      if (dropped < chunkSize) return undefined
      await extend()
    }
  },
})
