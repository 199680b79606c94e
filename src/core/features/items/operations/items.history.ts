import { withNames } from '../../../engine/audit/actor-names.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { toDateTime } from '../../../kernel/time.ts'
import { itemById } from '../item.ts'
import { historySchema, itemParams } from '../schema.ts'

export const getItemHistory = defineOperation({
  id: 'items.history',
  method: 'GET',
  path: '/items/{id}/history',
  summary: 'Every status that an item has been in',
  description:
    'Oldest first, each with its time and, where the status alone does not say it, the reason. Where somebody approved or rejected the item, it says who.',
  permission: 'items.read',
  effect: 'read',
  params: itemParams,
  output: historySchema,
  errors: ['not_found'],
  async handler({ rows, scope }, { params }) {
    const { history } = await itemById(rows, scope, params.id)
    const named = await withNames(
      rows,
      history.map(({ by }) => by),
    )
    return {
      data: history.map(({ status, at, heldReason, reason, decision, by }) => ({
        status,
        at: toDateTime(at),
        heldReason: heldReason ?? null,
        reason: reason ?? null,
        decision: decision ?? null,
        by: named(by),
      })),
    }
  },
})
