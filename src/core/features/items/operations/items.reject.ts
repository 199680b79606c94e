import { defineOperation } from '../../../engine/operation.ts'
import { rejectInput } from '../input-schema.ts'
import { itemById, itemToWire, wrongState } from '../item.ts'
import { moveContext, moveItem } from '../move.ts'
import { saveItem } from '../save.ts'
import { itemParams, itemSchema } from '../schema.ts'

export const rejectItem = defineOperation({
  id: 'items.reject',
  method: 'POST',
  path: '/items/{id}/reject',
  summary: 'Reject an item that waits for approval',
  description: 'Only in PENDING_APPROVAL. The item is CANCELLED; the reason is kept in its history.',
  permission: 'items.write',
  effect: 'write',
  params: itemParams,
  body: rejectInput,
  output: itemSchema,
  errors: ['not_found', 'invalid_state'],
  emits: ['item.cancelled'],
  async handler(context, { params, body }) {
    const { rows, scope, services } = context
    const item = await itemById(rows, scope, params.id)
    if (item.status !== 'PENDING_APPROVAL') throw wrongState(item, 'be rejected')
    const moves = moveContext(context)
    const rejected = moveItem(moves, item, 'CANCELLED', {
      reason: `Rejected: ${body.reason ?? 'no reason given'}.`,
    })
    await saveItem(rows, rejected)
    return itemToWire(services, rejected)
  },
})
