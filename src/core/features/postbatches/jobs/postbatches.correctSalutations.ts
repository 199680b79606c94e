import { defineJob } from '../../../engine/jobs/job.ts'
import { applyCorrections } from '../correct-salutations.ts'

/** Until a validation is looked at again, which a server of an earlier version begins although corrections wait. */
const waitMs = 10_000

/**
 * Writes corrected salutations into the items of a Postbatch. Where it begins again, it goes on behind the items that
 * it has corrected.
 */
export const correctPostbatchSalutations = defineJob({
  kind: 'postbatches.correctSalutations',
  async handler(context) {
    for (;;) {
      const left = await applyCorrections(context, context.args.postbatchId)
      if (left === 'none') return undefined
      if (left === 'waiting') return { resumeAt: context.now + waitMs }
    }
  },
})
