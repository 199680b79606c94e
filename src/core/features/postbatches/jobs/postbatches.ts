import { defineJob, organisationOf } from '../../../engine/jobs/job.ts'
import type { PostbatchRow } from '../../../model/postbatches.ts'
import type { Rows } from '../../../ports/store.ts'
import { applyCorrections } from '../correct-salutations.ts'
import { countSentBefore } from '../sent-before.ts'

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

/**
 * Counts anew how many pieces of a validated Postbatch go to recipients of another piece of its template, after
 * another mailing was approved or cancelled. Its revision stays: nothing of the Postbatch itself has changed.
 */
export const countPostbatchSentBefore = defineJob({
  kind: 'postbatches.countSentBefore',
  async handler(context) {
    const own = organisationOf(context.job)
    const id = context.args.postbatchId
    const postbatch = await context.services.store.read((rows) => waiting(rows, own, id))
    if (!postbatch) return undefined
    const { sentBefore } = await countSentBefore(context, postbatch)
    await context.transact(async ({ rows }) => {
      const present = await waiting(rows, own, id)
      if (present?.revision !== postbatch.revision) return
      await rows.postbatches.update(present, id, { sentBefore })
    })
    return undefined
  },
})

const waiting = async (
  rows: Rows,
  own: { organisationId: string },
  id: string,
): Promise<PostbatchRow | undefined> => {
  const postbatch = await rows.postbatches.get(own, id)
  return postbatch?.status === 'VALIDATED' ? postbatch : undefined
}
