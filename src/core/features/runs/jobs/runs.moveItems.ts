import { defineJob, organisationOf } from '../../../engine/jobs/job.ts'
import type { ItemStatus } from '../../../model/items.ts'
import { inChunks, ofRun } from '../../items/chunks.ts'
import { moveItem } from '../../items/move.ts'

/** The statuses that an item passes with its run, in order. */
const way: readonly ItemStatus[] = ['SCHEDULED', 'IN_PRODUCTION', 'HANDED_TO_CARRIER', 'COMPLETED']

/**
 * Brings the items of a run to the status that the run has reached, in chunks. An item that is further
 * behind, because an earlier job was interrupted or overtaken, takes every step between, so that none of its
 * events is left out.
 */
export const moveRunItems = defineJob({
  kind: 'runs.moveItems',
  async handler(context) {
    const { runId, to } = context.args
    const run = await context.services.store.read((rows) =>
      rows.runs.get(organisationOf(context.job), String(runId)),
    )
    const goal = way.indexOf(to as ItemStatus)
    if (!run || goal < 1) return undefined
    await inChunks(context, run.organisationId, ofRun(run.id, way.slice(0, goal)), async (move, item) => {
      let moved = item
      const from = way.indexOf(item.status)
      for (const status of way.slice(from + 1, goal + 1)) moved = moveItem(move, moved, status)
      return moved
    })
    return undefined
  },
})
