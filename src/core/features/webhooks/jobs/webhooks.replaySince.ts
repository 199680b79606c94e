import { isStillPermitted, PermissionWithdrawn } from '../../../engine/access/authority.ts'
import { defineJob, organisationOf } from '../../../engine/jobs/job.ts'
import { releaseSince } from '../endpoints/recover.ts'

/** Makes due what an endpoint does not have since an instant, chunk by chunk. */
export const replaySinceJob = defineJob({
  kind: 'webhooks.replaySince',
  async handler({ services, job, args, transact, extend }) {
    const endpointId = args.endpointId
    const since = args.since
    for (;;) {
      if (!(await isStillPermitted(services, job))) throw new PermissionWithdrawn()
      const mayBeMore = await transact(async ({ rows, work }) => {
        const endpoint = await rows.webhookEndpoints.get(organisationOf(job), endpointId)
        // Where the endpoint was disabled meanwhile, the rest waits for the next replay.
        if (!endpoint?.active) return false
        const more = await releaseSince(services, rows, endpoint, services.clock.now(), since)
        work.noteDelivery()
        return more
      })
      if (!mayBeMore) return undefined
      await extend()
    }
  },
})
