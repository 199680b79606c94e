import { isStillPermitted, PermissionWithdrawn } from '../../../engine/access/authority.ts'
import { defineJob, organisationOf } from '../../../engine/jobs/job.ts'
import { makeNext } from '../make-stored.ts'

/** Makes the items of the payloads that a connector stored while it was stopped, the oldest first. */
export const makeStored = defineJob({
  kind: 'integrations.makeStored',
  async handler(context) {
    const { services, job, args, transact } = context
    const id = args.connectorId
    for (;;) {
      if (!(await isStillPermitted(services, job))) {
        // The rest waits for another owner, who is shown that the connector is stopped.
        const stopped = { stoppedAt: services.clock.now() }
        await transact(({ rows }) =>
          rows.connectors.updateWhere(organisationOf(job), { id, stoppedAt: null }, stopped),
        )
        throw new PermissionWithdrawn()
      }
      if (!(await makeNext(context, id))) return undefined
      await context.extend()
      const later = context.giveWay()
      if (later) return later
    }
  },
})
