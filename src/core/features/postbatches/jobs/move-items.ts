import { defineJob, type JobContext, organisationOf } from '../../../engine/jobs/job.ts'
import type { PostbatchRow } from '../../../model/postbatches.ts'
import type { Rows } from '../../../ports/store.ts'
import { inChunks, inWholeChunks, readMoveContext } from '../../items/chunks.ts'
import { forgetJob } from '../forget-imports.ts'
import { cancellable, cancelWithPostbatch, releaseItems, sendable } from '../items.ts'
import { releaseReservation } from '../money.ts'
import { advancePostbatch } from '../progress.ts'

/**
 * Brings a Postbatch's items in line with its present status, in chunks of one transaction each. Where it was
 * approved and cancelled before this job ran, nothing is sent.
 */
export const movePostbatchItems = defineJob({
  kind: 'postbatches.moveItems',
  async handler(context) {
    const postbatchId = context.args.postbatchId
    const postbatch = await context.services.store.read((rows) =>
      rows.postbatches.get(organisationOf(context.job), postbatchId),
    )
    if (!postbatch || postbatch.status === 'CANCELLED') await cancelItems(context, postbatchId)
    else if (postbatch.approvedAt !== null) await letItemsGo(context, postbatch)
    return undefined
  },
})

const cancelItems = async (
  context: JobContext<'postbatches.moveItems'>,
  postbatchId: string,
): Promise<void> => {
  const ofJob = organisationOf(context.job)
  await inChunks(context, ofJob.organisationId, cancellable(postbatchId), async (move, item) =>
    cancelWithPostbatch(move, item, await move.transaction.rows.postbatches.get(ofJob, postbatchId)),
  )
  await context.transact(async ({ rows, work }) => {
    if (await rows.postbatches.get(ofJob, postbatchId)) return
    const own = { postbatchId }
    await rows.postbatchTotals.remove(ofJob, own)
    // The bad rows of their imports contain addresses that are no longer needed.
    for (const row of await rows.imports.find(ofJob, own)) {
      work.enqueue({ ...forgetJob(row, 0), dueAt: context.services.clock.now() })
    }
    await rows.imports.remove(ofJob, own)
  })
}

const letItemsGo = async (
  context: JobContext<'postbatches.moveItems'>,
  { id, organisationId }: PostbatchRow,
): Promise<void> => {
  await inWholeChunks(context, organisationId, sendable(id), async (move, items) => {
    const postbatch = await stillApproved(move.transaction.rows, { organisationId }, id)
    return postbatch ? releaseItems(move, postbatch, items) : []
  })
  await context.transact(async (transaction) => {
    const postbatch = await stillApproved(transaction.rows, { organisationId }, id)
    if (!postbatch) return
    // This releases what was reserved for items that were cancelled between the approval and this job, or
    // became cheaper.
    const { organisation } = await readMoveContext(context.services, transaction, organisationId, context.now)
    await releaseReservation(transaction, organisation, postbatch, { toItems: false }, context.now)
    await advancePostbatch(transaction, postbatch, id, context.now)
  })
}

/** The Postbatch while it is approved. After it is cancelled, another job cancels the remaining items. */
const stillApproved = async (
  rows: Rows,
  own: { organisationId: string },
  id: string,
): Promise<PostbatchRow | undefined> => {
  const postbatch = await rows.postbatches.get(own, id)
  return postbatch?.approvedAt !== null && postbatch?.status !== 'CANCELLED' ? postbatch : undefined
}
