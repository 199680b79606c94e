import { defineList } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { postbatchesTable } from '../../../model/postbatches.ts'
import { postbatchStatuses } from '../../../model/postbatches-lifecycle.ts'
import { postbatchesToWire } from '../postbatch.ts'
import { postbatchSchema } from '../schema.ts'

const id = { type: 'text', maxLength: 40, operators: ['eq', 'in'] } as const
const period = { type: 'dateTime', operators: ['gte', 'gt', 'lte', 'lt'] } as const

export const listPostbatches = defineOperation({
  id: 'postbatches.list',
  method: 'GET',
  path: '/postbatches',
  summary: 'List Postbatches',
  permission: 'items.read',
  effect: 'read',
  list: defineList(postbatchesTable, {
    sort: { createdAt: 'createdAt', updatedAt: 'updatedAt', name: 'name' },
    defaultSort: '-createdAt',
    filters: {
      status: { type: 'enum', values: postbatchStatuses, operators: ['eq', 'ne', 'in'] },
      name: { type: 'text', maxLength: 120, operators: ['eq', 'contains'] },
      templateId: id,
      templateVersionId: id,
      productId: id,
      advertisingCategory: { type: 'text', maxLength: 41, operators: ['eq', 'in', 'null'] },
      sendOn: { type: 'date', operators: ['eq', 'gte', 'gt', 'lte', 'lt', 'null'] },
      createdAt: period,
      updatedAt: period,
    },
  }),
  output: listOf(postbatchSchema),
  async handler(context, { list }) {
    const page = await context.rows.postbatches.list(context.scope, list)
    const wire = (await postbatchesToWire(context, page.rows)).values()
    return toList(list, page, () => wire.next().value!)
  },
})
