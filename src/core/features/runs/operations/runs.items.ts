import { defineList } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { itemsTable } from '../../../model/items.ts'
import { itemStatuses } from '../../../model/items-lifecycle.ts'
import { runById, runItemToWire, successorsOf } from '../run.ts'
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
    filters: {
      status: { type: 'enum', values: itemStatuses, operators: ['eq', 'ne', 'in'] },
      sequence: {
        type: 'integer',
        operators: ['eq', 'in', 'gte', 'lte'],
        description: 'The place in the package, counted from 1.',
      },
      recipientName: { type: 'text', maxLength: 120, operators: ['eq', 'contains'] },
    },
  }),
  output: listOf(runItemSchema),
  errors: ['not_found'],
  async handler(context, { params, list }) {
    const run = await runById(context, params.id)
    const page = await context.rows.items.list(context.scope, {
      ...list,
      where: [list.where, { runId: run.id }],
    })
    const successors = await successorsOf(context, page.rows)
    return toList(list, page, (item) => runItemToWire(item, successors.get(item.reprintedAs ?? '')))
  },
})
