import { defineOperation } from '../../../engine/operation.ts'
import { createBulk, prepareBulk } from '../../items/bulk.ts'
import { postbatchBulkInput, postbatchItemInput } from '../../items/input-schema.ts'
import { bulkResult } from '../../items/schema.ts'
import { assertOpen, postbatchById, reopen } from '../postbatch.ts'
import { postbatchParams } from '../schema.ts'

export const addPostbatchItems = defineOperation({
  id: 'postbatches.addItems',
  method: 'POST',
  path: '/postbatches/{id}/items',
  summary: 'Add up to 500 items to a Postbatch',
  description:
    'A result for each row, in order; a row that cannot be read is `invalid` and does not refuse the others. Good items are HELD (APPROVAL_MODE) until the Postbatch is approved. A VALIDATED Postbatch becomes a DRAFT again.',
  permission: 'items.write',
  readsItems: 'own',
  rateClass: 'itemCreate',
  effect: 'write',
  params: postbatchParams,
  body: postbatchBulkInput,
  output: bulkResult,
  errors: ['not_found', 'invalid_state'],
  emits: ['item.created', 'item.needs_attention', 'item.suppressed', 'item.held'],
  prepare: (context, { params, body }) =>
    prepareBulk(context, body.items, postbatchItemInput, (input) => ({
      ...input,
      sendOn: null,
      postflowId: null,
      postbatchId: params.id,
    })),
  async handler(context, { params }, prepared) {
    const postbatch = await postbatchById(context.rows, context.scope, params.id)
    assertOpen(postbatch, 'items')
    await reopen(context, postbatch, context.now)
    return createBulk(context, prepared)
  },
})
