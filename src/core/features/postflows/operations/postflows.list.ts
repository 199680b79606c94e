import { defineList } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { postflowsTable } from '../../../model/postflows.ts'
import { postflowStatuses } from '../../../model/postflows-lifecycle.ts'
import { mailingFilters, mailingSort } from '../../items/mailing-list.ts'
import { postflowToWire } from '../postflow.ts'
import { postflowSchema } from '../schema.ts'

export const listPostflows = defineOperation({
  id: 'postflows.list',
  method: 'GET',
  path: '/postflows',
  summary: 'List Postflows',
  permission: 'items.read',
  effect: 'read',
  list: defineList(postflowsTable, {
    sort: mailingSort,
    defaultSort: '-createdAt',
    filters: {
      status: { type: 'enum', values: postflowStatuses, operators: ['eq', 'ne', 'in'] },
      ...mailingFilters,
    },
  }),
  output: listOf(postflowSchema),
  async handler({ rows, scope }, { list }) {
    return toList(list, await rows.postflows.list(scope, list), postflowToWire)
  },
})
