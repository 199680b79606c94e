import { defineOperation } from '../../../engine/operation.ts'
import { itemActionLifecycle } from '../../../model/item-actions-lifecycle.ts'
import { assertMay, itemActionById, itemActionToWire } from '../item-action.ts'
import { itemActionParams, itemActionSchema } from '../schema.ts'

export const cancelItemAction = defineOperation({
  id: 'itemActions.cancel',
  method: 'POST',
  path: '/item-actions/{id}/cancel',
  summary: 'Stop an item action',
  description:
    'Items that it has not come to are left as they are. What was done by then stays done. One that cancels or reprints needs the scope `items.write`.',
  permission: 'items.approve',
  impliedBy: 'items.write',
  effect: 'write',
  params: itemActionParams,
  output: itemActionSchema,
  errors: ['not_found', 'invalid_state'],
  async handler(context, { params }) {
    const { rows, scope, now, caller } = context
    const row = await itemActionById(rows, scope, params.id)
    assertMay(caller, row.action)
    itemActionLifecycle.assert(row.status, 'CANCELLED')
    const stopped = { status: 'CANCELLED' as const, conditions: null, updatedAt: now, completedAt: now }
    // Its job removes what is not to be done any more: that may be thousands of rows.
    await rows.itemActions.update(scope, row.id, stopped)
    return itemActionToWire(context, { ...row, ...stopped })
  },
})
