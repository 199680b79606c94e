import { defineJob, type JobContext, organisationOf } from '../../../engine/jobs/job.ts'
import type { RunRow } from '../../../model/runs.ts'
import { inChunks, ofRun, readMoveContext } from '../../items/chunks.ts'
import { moveItem } from '../../items/move.ts'
import { attachReadyJob, detachFromRun, jobOfRun } from '../../items/scheduling.ts'
import { cancelWithPostbatch, createCancelledLookup } from '../../postbatches/items.ts'
import { itemSuppression, suppressionOf } from '../../suppressions/match.ts'
import { moveRun, passedOn } from '../run.ts'

/**
 * Closes a run and suppresses the items of recipients who were added to the suppression list. Cancels the run
 * instead if its organisation is suspended. Then schedules READY items that have no run.
 */
export const runCutoff = defineJob({
  kind: 'runs.cutoff',
  async handler(context) {
    const run = await close(context)
    if (run?.status === 'CANCELLED') await sendBack(context, run)
    if (run?.status === 'CUTOFF_REACHED') {
      await suppress(context, run)
      await context.transact(async ({ work }) =>
        work.enqueue(jobOfRun(run, 'runs.render', context.now, passedOn(context.args))),
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

/** Closes or cancels an open run. Returns the run, in whatever status it is then. */
const close = ({
  services,
  job,
  args,
  now,
  transact,
}: JobContext<'runs.cutoff'>): Promise<RunRow | undefined> =>
  transact(async (transaction) => {
    const run = await transaction.rows.runs.get(organisationOf(job), args.runId)
    if (run?.status !== 'OPEN') return run
    const { organisation } = await readMoveContext(services, transaction, run.organisationId, now)
    if (organisation.status === 'ACTIVE') return moveRun(transaction, run, 'CUTOFF_REACHED', now)
    // Only runs past their cutoff proceed while an organisation is suspended.
    const reason = 'The organisation was suspended at the cutoff. The items wait for the next run.'
    return moveRun(transaction, run, 'CANCELLED', now, { reason })
  })

const sendBack = (context: JobContext<'runs.cutoff'>, run: RunRow): Promise<void> =>
  inChunks(context, run.organisationId, ofRun(run.id, ['SCHEDULED']), async (move, item) =>
    moveItem(move, item, 'READY', {
      reason: `${run.id} was cancelled. ${run.reason ?? ''}`.trim(),
      patch: await detachFromRun(move, item),
    }),
  )

/** Suppresses items of suppressed recipients; cancels those of Postbatches cancelled before the cutoff. */
const suppress = (context: JobContext<'runs.cutoff'>, run: RunRow): Promise<void> => {
  const cancelled = createCancelledLookup()
  return inChunks(context, run.organisationId, ofRun(run.id, ['SCHEDULED']), async (move, item) => {
    const postbatch = await cancelled(move.transaction.rows, item)
    if (postbatch) return cancelWithPostbatch(move, item, postbatch)
    const suppression = await suppressionOf(move.transaction.rows, item)
    if (!suppression) return undefined
    return moveItem(move, item, 'SUPPRESSED', {
      reason: `The recipient was added to the suppression list before the cutoff (${suppression.reason}).`,
      patch: { ...(await detachFromRun(move, item)), suppression: itemSuppression(suppression) },
    })
  })
}
