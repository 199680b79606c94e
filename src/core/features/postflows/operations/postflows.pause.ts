import { defineOperation } from '../../../engine/operation.ts'
import { moveItemsJob } from '../items.ts'
import { movePostflow, postflowById, postflowToWire } from '../postflow.ts'
import { pauseInput, postflowParams, postflowSchema } from '../schema.ts'

export const pausePostflow = defineOperation({
  id: 'postflows.pause',
  method: 'POST',
  path: '/postflows/{id}/pause',
  summary: 'Pause a Postflow',
  description:
    'New items are HELD at once; those that are not scheduled yet are HELD by a job. `holdScheduled` takes scheduled items back too, as long as their run is open.',
  permission: 'postflows.write',
  effect: 'write',
  params: postflowParams,
  body: pauseInput,
  output: postflowSchema,
  errors: ['not_found', 'invalid_state'],
  emits: ['item.held'],
  async handler(context, { params, body }) {
    const { rows, scope, work, now } = context
    const paused = await movePostflow(context, await postflowById(rows, scope, params.id), 'PAUSED')
    work.enqueue(moveItemsJob(paused, now, body.holdScheduled))
    return postflowToWire(paused)
  },
})
