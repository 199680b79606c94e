import { isStillPermitted, PermissionWithdrawn } from '../../../engine/access/authority.ts'
import { defineJob, organisationOf } from '../../../engine/jobs/job.ts'
import { beginning, bringForward } from '../endpoints/retry-now.ts'

/** Brings the next attempts of what waits for an endpoint forward, chunk by chunk. */
export const retryNowJob = defineJob({
  kind: 'webhooks.retryNow',
  async handler({ services, job, args, transact, extend }) {
    const endpointId = args.endpointId
    const asked = args.asked
    for (let place = beginning; ; ) {
      if (!(await isStillPermitted(services, job))) throw new PermissionWithdrawn()
      const reached = await transact(async ({ rows, work }) => {
        const endpoint = await rows.webhookEndpoints.get(organisationOf(job), endpointId)
        // Where the endpoint was disabled meanwhile, what waits is held.
        if (!endpoint?.active) return undefined
        work.noteDelivery()
        return bringForward(services, rows, endpoint, asked, place)
      })
      if (!reached) return undefined
      place = reached
      await extend()
    }
  },
})
