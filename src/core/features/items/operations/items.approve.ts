import { defineOperation } from '../../../engine/operation.ts'
import { itemById, itemToWire, wrongState } from '../item.ts'
import { moveContext } from '../move.ts'
import { saveItem } from '../save.ts'
import { itemParams, itemSchema } from '../schema.ts'
import { resettleItem } from '../settle.ts'

export const approveItem = defineOperation({
  id: 'items.approve',
  method: 'POST',
  path: '/items/{id}/approve',
  summary: 'Approve an item that waits for it',
  description: 'Only in PENDING_APPROVAL. The item goes on as if it had just been validated.',
  permission: 'items.write',
  effect: 'write',
  params: itemParams,
  output: itemSchema,
  errors: ['not_found', 'invalid_state'],
  emits: ['item.ready', 'item.scheduled', 'item.held', 'item.suppressed', 'balance.low'],
  async handler(context, { params }) {
    const { rows, scope, services } = context
    const item = await itemById(rows, scope, params.id)
    if (item.status !== 'PENDING_APPROVAL') throw wrongState(item, 'be approved')
    const moves = moveContext(context)
    const approved = (await resettleItem(moves, item, { approvedAt: moves.now })) ?? item
    await saveItem(rows, approved)
    return itemToWire(services, approved)
  },
})
