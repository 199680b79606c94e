import { defineJob } from '../../../engine/jobs/job.ts'
import { applyCorrections } from '../correct-salutations.ts'

/**
 * Writes corrected salutations into the items of a Postbatch. Where it begins again, it goes on behind the items that
 * it has corrected.
 */
export const correctPostbatchSalutations = defineJob({
  kind: 'postbatches.correctSalutations',
  async handler(context) {
    let isLeft = true
    while (isLeft) isLeft = await applyCorrections(context, String(context.job.payload.postbatchId))
    return undefined
  },
})
