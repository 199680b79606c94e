import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
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
  list: {
    sort: { createdAt: 'createdAt' },
    defaultSort: 'createdAt',
    filters: { status: { type: 'enum', values: itemStatuses, operators: ['eq', 'ne', 'in'] } },
  },
  output: listOf(runItemSchema),
  errors: ['not_found'],
  async handler(context, { params, list }) {
    const run = await runById(context, params.id)
    const where = [...list.where, { field: 'runId', op: 'eq' as const, value: run.id }]
    return toList(list, await context.rows.items.list(context.scope, { ...list, where }), runItemToWire)
  },
})
