import { actorThen } from '../../../engine/audit/actor.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { assertRevision } from '../../../kernel/revision.ts'
import { movePostbatch, postbatchById, postbatchToWire, tell } from '../postbatch.ts'
import { postbatchParams, postbatchRejectInput, postbatchSchema } from '../schema.ts'
import { postbatchProblems } from '../sentences.ts'

export const rejectPostbatch = defineOperation({
  id: 'postbatches.reject',
  method: 'POST',
  path: '/postbatches/{id}/reject',
  summary: 'Reject a validated Postbatch',
  description:
    'Only in VALIDATED. It is a DRAFT again with all its items, for whoever prepares it to mend, and is not approved before it was validated anew. `rejection` says who rejected it and why.',
  permission: 'items.approve',
  impliedBy: 'postflows.write',
  effect: 'write',
  params: postbatchParams,
  body: postbatchRejectInput,
  output: postbatchSchema,
  ifMatch: true,
  errors: ['not_found', 'invalid_state', 'revision_conflict'],
  emits: ['postbatch.rejected'],
  async handler(context, { params, body, ifMatch }) {
    const { rows, scope, caller, now } = context
    const postbatch = await postbatchById(rows, scope, params.id)
    assertRevision(ifMatch, postbatch.revision, 'Postbatch')
    const { status } = postbatch
    if (status !== 'VALIDATED') {
      throw problem(postbatchProblems.say('invalid_state.not_to_reject', { status }))
    }
    const rejected = await movePostbatch(context, postbatch, 'DRAFT', now, {
      validatedAt: null,
      rejectedAt: now,
      rejectedBy: actorThen(caller),
      rejectionReason: body.reason,
    })
    await tell(context, rejected, 'postbatch.rejected', now)
    return postbatchToWire(context, rejected)
  },
})
