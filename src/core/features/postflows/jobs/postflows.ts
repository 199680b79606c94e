import { defineJob, organisationOf } from '../../../engine/jobs/job.ts'
import { inChunks } from '../../items/chunks.ts'
import { itemsMoveOf } from '../postflow.ts'

/** Moves items by the Postflow's present status: a pause that was resumed before this job holds none. */
export const movePostflowItems = defineJob({
  kind: 'postflows.moveItems',
  async handler(context) {
    const { postflowId, holdScheduled } = context.args
    const postflow = await context.services.store.read((rows) =>
      rows.postflows.get(organisationOf(context.job), String(postflowId)),
    )
    const move = postflow && itemsMoveOf(postflow, holdScheduled === true)
    if (!move) return undefined
    await inChunks(context, postflow.organisationId, move.where, async (chunk, item) => {
      // The Postflow may change between two chunks: the job of that change then moves the rest.
      const present = await chunk.transaction.rows.postflows.get(postflow, postflow.id)
      return present?.status === postflow.status ? move.each(chunk, item) : undefined
    })
    return undefined
  },
})
