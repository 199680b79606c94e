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
    'In the mode of the call: a live Postbatch may be made from one in test mode, never the other way round. Takes over the settings and the same template version; a job copies the recipients that are good, with merge fields, references and `addressOverride`. `copy` shows its progress, and the copy cannot be validated before it is done. Copying stops if its caller loses the permission in the meantime: `copy.failureCode` says so, what was copied stays, and another copy of the original takes all recipients. Recipients that need attention, are suppressed, were cancelled alone, reprinted or erased are left out. Every recipient is checked again. Nothing is reserved or charged.',
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
