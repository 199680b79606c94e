import { defineOperation } from '../../../engine/operation.ts'
import { itemById, itemToWire } from '../item.ts'
import { moveContext, moveItem } from '../move.ts'
import { saveItem } from '../save.ts'
import { itemParams, itemSchema } from '../schema.ts'
import { takeBack } from '../take-back.ts'

export const cancelItem = defineOperation({
  id: 'items.cancel',
  method: 'POST',
  path: '/items/{id}/cancel',
  summary: 'Cancel a mail item',
  description:
    'Until the cutoff of its run (`cancellableUntil`), to the millisecond; what was reserved is released.',
  permission: 'items.write',
  effect: 'write',
  params: itemParams,
  output: itemSchema,
  errors: ['not_found', 'invalid_state'],
  emits: ['item.cancelled'],
  async handler(context, { params }) {
    const { rows, scope, services } = context
    const item = await itemById(rows, scope, params.id)
    const moves = moveContext(context)
    const patch = await takeBack(moves, item, 'be cancelled')
    const cancelled = moveItem(moves, item, 'CANCELLED', { patch })
    await saveItem(rows, cancelled)
    return itemToWire(services, cancelled)
  },
})
