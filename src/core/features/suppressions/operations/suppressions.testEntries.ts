import { requireScope } from '../../../engine/access/authorise.ts'
import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { suppressionsTable } from '../../../model/suppressions.ts'
import { suppressionToWire } from '../entry.ts'
import { suppressionSchema } from '../schema.ts'

export const listTestEntries = defineOperation({
  id: 'suppressions.testEntries',
  method: 'GET',
  path: '/suppressions/test-entries',
  summary: 'List suppression entries of test mode',
  description:
    'They suppress test items only. `filter[isUndecided]=true` lists those that versions before 0.3.0 made in test mode and that may be wishes of people: `suppressions.assignMode` decides about each. Needs `items.read` too, the scope that reads the list.',
  permission: 'suppressions.manage',
  audience: 'portal',
  effect: 'read',
  list: defineList(suppressionsTable, {
    sort: { createdAt: 'createdAt', recipientName: 'recipientName' },
    defaultSort: '-createdAt',
    filters: {
      isUndecided: {
        type: 'boolean',
        operators: ['eq'],
        description: 'Whether nobody has decided yet if it is a wish of a person.',
      },
      createdAt: periodFilter,
    },
  }),
  output: listOf(suppressionSchema),
  async handler({ rows, shared, caller }, { list }) {
    requireScope(caller, 'items.read')
    return toList(list, await rows.suppressions.list({ ...shared, mode: 'test' }, list), suppressionToWire)
  },
})
