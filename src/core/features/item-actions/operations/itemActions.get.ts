import { defineOperation } from '../../../engine/operation.ts'
import { itemActionById, itemActionToWire } from '../item-action.ts'
import { itemActionParams, itemActionSchema } from '../schema.ts'

export const getItemAction = defineOperation({
  id: 'itemActions.get',
  method: 'GET',
  path: '/item-actions/{id}',
  summary: 'Get an item action',
  description: 'How far it is, and how it ended; for 30 days.',
  permission: 'items.read',
  effect: 'read',
  params: itemActionParams,
  output: itemActionSchema,
  errors: ['not_found'],
  async handler(context, { params }) {
    return itemActionToWire(context, await itemActionById(context.rows, context.scope, params.id))
  },
})
