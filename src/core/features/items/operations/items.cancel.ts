import { defineOperation } from '../../../engine/operation.ts'
import { cancel } from '../decide.ts'
import { itemById, itemFor } from '../item.ts'
import { moveContext } from '../move.ts'
import { saveItem } from '../save.ts'
import { itemParams, itemSchema } from '../schema.ts'

export const cancelItem = defineOperation({
  id: 'items.cancel',
  method: 'POST',
  path: '/items/{id}/cancel',
  summary: 'Cancel a mail item',
  description:
    'Until the cutoff of its run (`cancellableUntil`), to the millisecond; what was reserved is released.',
  permission: 'items.write',
  readsItems: 'if-permitted',
  effect: 'write',
  params: itemParams,
  output: itemSchema,
  errors: ['not_found', 'invalid_state'],
  emits: ['item.cancelled'],
  async handler(context, { params }) {
    const { rows, scope } = context
    const cancelled = await cancel(moveContext(context), await itemById(rows, scope, params.id))
    await saveItem(rows, cancelled)
    return itemFor(context, cancelled)
  },
})
