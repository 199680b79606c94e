import { defineJob } from '../../../engine/jobs/registry.ts'
import { everyone } from '../../../ports/store.ts'
import { inChunks } from '../../items/chunks.ts'
import { itemsMoveOf } from '../items.ts'

/**
 * Brings a Postflow's items in line with its status, in chunks of one transaction each. It goes by the status
 * as it is, not as it was asked for: after a pause and a resume at once there is nothing to hold.
 */
export const movePostflowItems = defineJob({
  kind: 'postflows.moveItems',
  async handler(context) {
    const { postflowId, holdScheduled } = context.job.payload
    const postflow = await context.services.store.read((rows) =>
      rows.postflows.get(everyone, String(postflowId)),
    )
    const move = postflow && itemsMoveOf(postflow, holdScheduled === true)
    if (!move) return undefined
    await inChunks(context, postflow.organisationId, move.where, async (chunk, item) => {
      // Between two chunks somebody may have changed the Postflow again: its own job then moves the rest.
      const present = await chunk.transaction.rows.postflows.get(everyone, postflow.id)
      return present?.status === postflow.status ? move.each(chunk, item) : undefined
    })
    return undefined
  },
})
