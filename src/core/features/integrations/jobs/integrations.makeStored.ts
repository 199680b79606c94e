import { isStillPermitted, PermissionWithdrawn } from '../../../engine/access/authority.ts'
import { defineJob } from '../../../engine/jobs/job.ts'
import { makeNext } from '../make-stored.ts'

/** Makes the items of the payloads that a connector stored while it was stopped, the oldest first. */
export const makeStored = defineJob({
  kind: 'integrations.makeStored',
  async handler(context) {
    const isPermitted = async () => {
      // What is stored waits for another owner who adopts the connector.
      if (!(await isStillPermitted(context.services, context.job))) throw new PermissionWithdrawn()
      return true
    }
    while ((await isPermitted()) && (await makeNext(context, String(context.job.payload.connectorId)))) {
      await context.extend()
      const later = context.giveWay()
      if (later) return later
    }
    return undefined
  },
})
