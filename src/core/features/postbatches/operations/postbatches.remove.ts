import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { moveItemsJob } from '../items.ts'
import { postbatchById } from '../postbatch.ts'
import { postbatchParams } from '../schema.ts'
import { postbatchProblems } from '../sentences.ts'

export const removePostbatch = defineOperation({
  id: 'postbatches.remove',
  method: 'DELETE',
  path: '/postbatches/{id}',
  summary: 'Delete a draft Postbatch',
  description: 'Only as a DRAFT; later it can be cancelled. Items it has are CANCELLED by a job.',
  permission: 'postflows.write',
  effect: 'write',
  params: postbatchParams,
  output: 'empty',
  errors: ['not_found', 'invalid_state'],
  emits: ['item.cancelled'],
  async handler({ rows, scope, work, now }, { params }) {
    const postbatch = await postbatchById(rows, scope, params.id)
    if (postbatch.status !== 'DRAFT') {
      throw problem(postbatchProblems.say('invalid_state.not_a_draft', { status: postbatch.status }))
    }
    await rows.postbatches.remove(scope, { id: postbatch.id })
    work.enqueue(moveItemsJob(postbatch, now))
    return undefined
  },
})
