import { defineList } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { postflowsTable } from '../../../model/postflows.ts'
import { postflowStatuses } from '../../../model/postflows-lifecycle.ts'
import { postflowToWire } from '../postflow.ts'
import { postflowSchema } from '../schema.ts'

const id = { type: 'text', maxLength: 40, operators: ['eq', 'in'] } as const
const period = { type: 'dateTime', operators: ['gte', 'gt', 'lte', 'lt'] } as const

export const listPostflows = defineOperation({
  id: 'postflows.list',
  method: 'GET',
  path: '/postflows',
  summary: 'List Postflows',
  permission: 'items.read',
  effect: 'read',
  list: defineList(postflowsTable, {
    sort: { createdAt: 'createdAt', updatedAt: 'updatedAt', name: 'name' },
    defaultSort: '-createdAt',
    filters: {
      status: { type: 'enum', values: postflowStatuses, operators: ['eq', 'ne', 'in'] },
      name: { type: 'text', maxLength: 120, operators: ['eq', 'contains'] },
      templateId: id,
      templateVersionId: id,
      productId: id,
      advertisingCategory: { type: 'text', maxLength: 41, operators: ['eq', 'in', 'null'] },
      createdAt: period,
      updatedAt: period,
    },
  }),
  output: listOf(postflowSchema),
  async handler({ rows, scope }, { list }) {
    return toList(list, await rows.postflows.list(scope, list), postflowToWire)
  },
})
