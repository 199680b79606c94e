import { defineOperation } from '../../../engine/operation.ts'
import { problem } from '../../../kernel/errors.ts'
import { totalsOf } from '../../counters/postbatch-totals.ts'
import { assertReady } from '../../items/mailing-settings.ts'
import { movePostbatch, postbatchById, postbatchToWire } from '../postbatch.ts'
import { postbatchParams, postbatchSchema } from '../schema.ts'
import { postbatchProblems } from '../sentences.ts'
import { assertNothingUnderWay } from '../under-way.ts'
import { validateJob } from '../validate.ts'

export const validatePostbatch = defineOperation({
  id: 'postbatches.validate',
  method: 'POST',
  path: '/postbatches/{id}/validate',
  summary: 'Validate a Postbatch',
  description:
    'Looks at every item again, by a job: its template, duplicates, the suppression list, the price. `postbatch.validated` tells when it is VALIDATED.',
  permission: 'postflows.write',
  effect: 'write',
  params: postbatchParams,
  output: postbatchSchema,
  status: 202,
  location: '/postbatches/{id}',
  errors: ['not_found', 'invalid_state'],
  emits: ['postbatch.validated', 'item.needs_attention', 'item.suppressed', 'item.held'],
  async handler(context, { params }) {
    const { rows, scope, shared, work, now } = context
    const postbatch = await postbatchById(rows, scope, params.id)
    const validating = await movePostbatch(context, postbatch, 'VALIDATING', now, { validatedAt: null })
    await assertNothingUnderWay(rows, postbatch)
    if ((await totalsOf(rows, postbatch, [postbatch.id])).length === 0) {
      throw problem(postbatchProblems.say('invalid_state.no_items_yet'))
    }
    const version = await rows.templateVersions.get(shared, postbatch.templateVersionId)
    if (!version) throw new Error(`The template version ${postbatch.templateVersionId} is gone.`)
    assertReady(version)
    work.enqueue(validateJob(validating, now))
    return postbatchToWire(context, validating)
  },
})
