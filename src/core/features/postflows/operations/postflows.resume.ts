import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { mailingOfPostflow } from '../../items/mailing.ts'
import { assertReadyForLive } from '../../items/ready-for-live.ts'
import { moveItemsJob } from '../items.ts'
import { movePostflow, postflowById, postflowToWire } from '../postflow.ts'
import { postflowParams, postflowSchema } from '../schema.ts'
import { postflowProblems } from '../sentences.ts'

export const resumePostflow = defineOperation({
  id: 'postflows.resume',
  method: 'POST',
  path: '/postflows/{id}/resume',
  summary: 'Resume a paused Postflow',
  description:
    'What the pause held goes on, by a job: the suppression list, approval and balance count as they are now. A live one is looked at as `activate` does.',
  permission: 'postflows.write',
  effect: 'write',
  params: postflowParams,
  output: postflowSchema,
  errors: ['not_found', 'invalid_state', 'not_ready_for_live'],
  emits: ['item.ready', 'item.scheduled', 'item.pending_approval', 'item.held', 'item.suppressed'],
  async handler(context, { params }) {
    const { rows, scope, work, now } = context
    const postflow = await postflowById(rows, scope, params.id)
    if (postflow.status !== 'PAUSED') {
      throw problem(postflowProblems.say('invalid_state.not_resumed', { status: postflow.status }))
    }
    await assertReadyForLive(context, mailingOfPostflow(postflow))
    const resumed = await movePostflow(context, postflow, 'ACTIVE')
    work.enqueue(moveItemsJob(resumed, now))
    return postflowToWire(resumed)
  },
})
