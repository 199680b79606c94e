import { isStillPermitted, PermissionWithdrawn } from '../../../engine/access/authority.ts'
import { defineJob } from '../../../engine/jobs/job.ts'
import { applyCorrections } from '../correct-salutations.ts'

/** Writes corrected salutations into the items of a Postbatch. Repeating it changes nothing. */
export const correctPostbatchSalutations = defineJob({
  kind: 'postbatches.correctSalutations',
  async handler(context) {
    const { services, job } = context
    do {
      if (!(await isStillPermitted(services, job))) throw new PermissionWithdrawn()
    } while (await applyCorrections(context, String(job.payload.postbatchId)))
    return undefined
  },
})
