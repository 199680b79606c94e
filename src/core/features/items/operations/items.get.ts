import { defineOperation } from '../../../engine/operation.ts'
import { itemById, itemToWire } from '../item.ts'
import { itemParams, itemSchema } from '../schema.ts'

export const getItem = defineOperation({
  id: 'items.get',
  method: 'GET',
  path: '/items/{id}',
  summary: 'Read a mail item',
  permission: 'items.read',
  effect: 'read',
  params: itemParams,
  output: itemSchema,
  errors: ['not_found'],
  async handler({ rows, scope, services }, { params }) {
    return itemToWire(services, await itemById(rows, scope, params.id))
  },
})
