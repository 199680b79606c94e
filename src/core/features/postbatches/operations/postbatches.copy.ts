import { defineOperation } from '../../../engine/operation.ts'
import { copyItemsJob, copyOfPostbatch, originalById } from '../copy.ts'
import { postbatchToWire } from '../postbatch.ts'
import { postbatchCopyInput, postbatchParams, postbatchSchema } from '../schema.ts'
import { assertNothingUnderWay } from '../under-way.ts'

export const copyPostbatch = defineOperation({
  id: 'postbatches.copy',
  method: 'POST',
  path: '/postbatches/{id}/copy',
  summary: 'Make a Postbatch from another, with its recipients',
  description:
    'In the mode of the call: one in live mode may be made from one that was tried in test mode, never the other way round. Takes over the settings, the very template version, and by a job the recipients that are good, with merge fields, references and `addressOverride`. `copy` says how far that is; until it is done the copy cannot be validated. A caller who loses the right to it in the meantime stops it: `copy.failureCode` says so, what was copied stays, and another copy of the original takes all recipients. Left out is what needs attention, is suppressed, was cancelled alone, reprinted or erased. Every recipient is checked anew. Nothing is reserved or charged.',
  permission: 'postflows.write',
  rateClass: 'upload',
  effect: 'write',
  params: postbatchParams,
  body: postbatchCopyInput,
  output: postbatchSchema,
  status: 201,
  location: '/postbatches/{id}',
  errors: ['not_found', 'invalid_state'],
  emits: ['item.created', 'item.held', 'item.needs_attention', 'item.suppressed'],
  async handler(context, { params, body }) {
    const { rows, work, scope, now } = context
    const original = await originalById(rows, scope, params.id)
    await assertNothingUnderWay(rows, original)
    const postbatch = await copyOfPostbatch(context, original, body)
    await rows.postbatches.insert(postbatch)
    work.enqueue(copyItemsJob(postbatch, now, context.caller))
    return postbatchToWire(context, postbatch)
  },
})
