import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { itemActionKinds, itemActionsTable } from '../../../model/item-actions.ts'
import { itemActionStatuses } from '../../../model/item-actions-lifecycle.ts'
import { itemActionToWire } from '../item-action.ts'
import { itemActionSchema } from '../schema.ts'

export const listItemActions = defineOperation({
  id: 'itemActions.list',
  method: 'GET',
  path: '/item-actions',
  summary: 'List item actions',
  permission: 'items.read',
  effect: 'read',
  list: defineList(itemActionsTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: '-createdAt',
    filters: {
      action: { type: 'enum', values: itemActionKinds, operators: ['eq', 'in'] },
      status: { type: 'enum', values: itemActionStatuses, operators: ['eq', 'ne', 'in'] },
      createdAt: periodFilter,
    },
  }),
  output: listOf(itemActionSchema),
  async handler(context, { list }) {
    const page = await context.rows.itemActions.list(context.scope, list)
    return toList(list, page, (row) => itemActionToWire(context, row))
  },
})
