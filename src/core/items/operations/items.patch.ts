import { defineOperation } from '../../operation.ts'
import { itemToWire } from '../item.ts'
import { checkPatch, patchItem } from '../patch.ts'
import { itemParams, itemPatch, itemSchema } from '../schema.ts'

export const patchItemOperation = defineOperation({
  id: 'items.patch',
  method: 'PATCH',
  path: '/items/{id}',
  summary: 'Change a mail item before it is scheduled',
  description:
    'A field that is not sent stays as it is; `recipient`, `data` and `metadata` are replaced as a whole. The item is validated anew and goes on from there. From SCHEDULED on the answer is 409.',
  permission: 'items.write',
  effect: 'write',
  params: itemParams,
  body: itemPatch,
  output: itemSchema,
  errors: ['not_found', 'invalid_state', 'revision_conflict'],
  emits: [
    'item.needs_attention',
    'item.suppressed',
    'item.pending_approval',
    'item.held',
    'item.ready',
    'item.scheduled',
    'balance.low',
  ],
  prepare: (context, { params, body }) => checkPatch(context, params.id, body),
  async handler(context, { params, body, ifMatch }, checked) {
    const item = await patchItem(context, params.id, body, ifMatch, checked)
    return itemToWire(context.services, item)
  },
})
