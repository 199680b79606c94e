import { isStillPermitted, PermissionWithdrawn } from '../../../engine/access/authority.ts'
import { defineJob, organisationOf } from '../../../engine/jobs/job.ts'
import { chunkSize, releaseMissed } from '../endpoints/endpoint-state.ts'

/** Continues a `replay-missed` whose deliveries did not fit into one transaction. */
export const replayMissedJob = defineJob({
  kind: 'webhooks.replayMissed',
  async handler({ services, job, args, transact, extend }) {
    const endpointId = args.endpointId
    for (;;) {
      if (!(await isStillPermitted(services, job))) throw new PermissionWithdrawn()
      const released = await transact(async ({ rows, work }) => {
        const endpoint = await rows.webhookEndpoints.get(organisationOf(job), endpointId)
        // Where the endpoint was disabled meanwhile, the rest waits for the next `replay-missed`.
        if (!endpoint?.active) return 0
        const count = await releaseMissed(services, rows, endpoint, services.clock.now())
        if (count > 0) work.noteDelivery()
        return count
      })
      if (released < chunkSize) return undefined
      await extend()
    }
  },
})
