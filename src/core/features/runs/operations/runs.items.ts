import { defineList } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { itemsTable } from '../../../model/items.ts'
import { itemStatuses } from '../../../model/items-lifecycle.ts'
import { runById, runItemToWire } from '../run.ts'
import { runItemSchema, runParams } from '../schema.ts'

export const listRunItems = defineOperation({
  id: 'runs.items',
  method: 'GET',
  path: '/runs/{id}/items',
  summary: 'List the items of a production run',
  permission: 'items.read',
  effect: 'read',
  params: runParams,
  list: defineList(itemsTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: 'createdAt',
    filters: { status: { type: 'enum', values: itemStatuses, operators: ['eq', 'ne', 'in'] } },
  }),
  output: listOf(runItemSchema),
  errors: ['not_found'],
  async handler(context, { params, list }) {
    const run = await runById(context, params.id)
    const page = await context.rows.items.list(context.scope, {
      ...list,
      where: [list.where, { runId: run.id }],
    })
    return toList(list, page, runItemToWire)
  },
})
