import { defineList } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { postbatchesTable } from '../../../model/postbatches.ts'
import { postbatchStatuses } from '../../../model/postbatches-lifecycle.ts'
import { mailingFilters, mailingSort } from '../../items/mailing-list.ts'
import { postbatchesToWire } from '../postbatch.ts'
import { postbatchSchema } from '../schema.ts'

export const listPostbatches = defineOperation({
  id: 'postbatches.list',
  method: 'GET',
  path: '/postbatches',
  summary: 'List Postbatches',
  permission: 'items.read',
  effect: 'read',
  list: defineList(postbatchesTable, {
    sort: mailingSort,
    defaultSort: '-createdAt',
    filters: {
      status: { type: 'enum', values: postbatchStatuses, operators: ['eq', 'ne', 'in'] },
      ...mailingFilters,
      sendOn: { type: 'date', operators: ['eq', 'gte', 'gt', 'lte', 'lt', 'null'] },
    },
  }),
  output: listOf(postbatchSchema),
  async handler(context, { list }) {
    const page = await context.rows.postbatches.list(context.scope, list)
    const wire = (await postbatchesToWire(context, page.rows)).values()
    return toList(list, page, () => wire.next().value!)
  },
})
