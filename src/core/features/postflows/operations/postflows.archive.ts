import { defineOperation } from '../../../engine/operation.ts'
import { moveItemsJob } from '../items.ts'
import { movePostflow, postflowById, postflowToWire } from '../postflow.ts'
import { postflowParams, postflowSchema } from '../schema.ts'

export const archivePostflow = defineOperation({
  id: 'postflows.archive',
  method: 'POST',
  path: '/postflows/{id}/archive',
  summary: 'Archive a Postflow',
  description:
    'For good. It takes no items any more, and those that wait (NEEDS_ATTENTION, PENDING_APPROVAL, HELD, READY) are CANCELLED by a job; scheduled items are printed.',
  permission: 'postflows.write',
  effect: 'write',
  params: postflowParams,
  output: postflowSchema,
  errors: ['not_found', 'invalid_state'],
  emits: ['item.cancelled'],
  async handler(context, { params }) {
    const { rows, scope, work, now } = context
    const archived = await movePostflow(context, await postflowById(rows, scope, params.id), 'ARCHIVED')
    work.enqueue(moveItemsJob(archived, now))
    return postflowToWire(archived)
  },
})
