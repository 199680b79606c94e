import { defineJob, type JobContext } from '../../../engine/jobs/registry.ts'
import type { RunRow } from '../../../model/runs.ts'
import { everyone } from '../../../ports/store.ts'
import { inChunks, moveContext, ofRun } from '../../items/chunks.ts'
import { moveItem } from '../../items/move.ts'
import { attachReadyJob, detachFromRun, runJob } from '../../items/scheduling.ts'
import { cancelWithPostbatch, createCancelledLookup } from '../../postbatches/items.ts'
import { itemSuppression, suppressionOf } from '../../suppressions/match.ts'
import { moveRun, wordOf } from '../run.ts'

/**
 * Closes a run at its cutoff, looks at the suppression list once more, and sends the run to be rendered. Items
 * that wait READY (because the organisation was suspended when they came) then get their next chance.
 */
export const runCutoff = defineJob({
  kind: 'runs.cutoff',
  async handler(context) {
    const run = await close(context, String(context.job.payload.runId))
    if (run?.status === 'CANCELLED') await sendBack(context, run)
    if (run?.status === 'CUTOFF_REACHED') {
      await suppress(context, run)
      await context.transact(async ({ work }) =>
        work.enqueue(runJob(run, 'runs.render', context.now, wordOf(context.job))),
      )
    }
    if (run) {
      await context.transact(async ({ work }) =>
        work.enqueue(attachReadyJob(run.organisationId, run.mode, context.now)),
      )
    }
    return undefined
  },
})

/** The run when it closes here, or did before this job was interrupted. */
const close = ({ services, now, transact }: JobContext, runId: string): Promise<RunRow | undefined> =>
  transact(async (transaction) => {
    const run = await transaction.rows.runs.get(everyone, runId)
    if (run?.status !== 'OPEN') return run
    const { organisation } = await moveContext(services, transaction, run.organisationId, now)
    if (organisation.status === 'ACTIVE') return moveRun(transaction, run, 'CUTOFF_REACHED', now)
    // Only runs past their cutoff go on while an organisation is suspended (decision 30).
    const reason = 'The organisation was suspended at the cutoff. The items wait for the next run.'
    return moveRun(transaction, run, 'CANCELLED', now, { reason })
  })

const sendBack = (context: JobContext, run: RunRow): Promise<void> =>
  inChunks(context, run.organisationId, ofRun(run.id, ['SCHEDULED']), async (move, item) =>
    moveItem(move, item, 'READY', {
      reason: `${run.id} was cancelled. ${run.reason ?? ''}`.trim(),
      patch: await detachFromRun(move, item),
    }),
  )

/** The last look before the printer: at the suppression list, and at Postbatches cancelled just in time. */
const suppress = (context: JobContext, run: RunRow): Promise<void> => {
  const cancelled = createCancelledLookup()
  return inChunks(context, run.organisationId, ofRun(run.id, ['SCHEDULED']), async (move, item) => {
    const postbatch = await cancelled(move.transaction.rows, item)
    if (postbatch) return cancelWithPostbatch(move, item, postbatch)
    const suppression = await suppressionOf(move.transaction.rows, item)
    if (!suppression) return undefined
    return moveItem(move, item, 'SUPPRESSED', {
      reason: `The recipient was put on the suppression list before the cutoff (${suppression.reason}).`,
      patch: { ...(await detachFromRun(move, item)), suppression: itemSuppression(suppression) },
    })
  })
}
