import { defineOperation } from '../../../engine/operation.ts'
import { toDateTime } from '../../../kernel/time.ts'
import { itemById } from '../item.ts'
import { historySchema, itemParams } from '../schema.ts'

export const getItemHistory = defineOperation({
  id: 'items.history',
  method: 'GET',
  path: '/items/{id}/history',
  summary: 'Every status that an item has been in',
  description: 'Oldest first, each with its time and, where the status alone does not say it, the reason.',
  permission: 'items.read',
  effect: 'read',
  params: itemParams,
  output: historySchema,
  errors: ['not_found'],
  async handler({ rows, scope }, { params }) {
    const { history } = await itemById(rows, scope, params.id)
    return {
      data: history.map((entry) => ({
        status: entry.status,
        at: toDateTime(entry.at),
        heldReason: entry.heldReason ?? null,
        reason: entry.reason ?? null,
      })),
    }
  },
})
