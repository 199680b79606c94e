import { listOf, toList } from '../../list/page.ts'
import { defineOperation } from '../../operation.ts'
import { suppressionReasonKeys } from '../reasons.ts'
import { suppressionSchema, suppressionToWire } from '../schema.ts'

export const listSuppressions = defineOperation({
  id: 'suppressions.list',
  method: 'GET',
  path: '/suppressions',
  summary: 'List suppression entries',
  permission: 'items.read',
  effect: 'read',
  list: {
    sort: { createdAt: 'createdAt' },
    defaultSort: '-createdAt',
    filters: {
      reason: { type: 'enum', values: suppressionReasonKeys, operators: ['eq', 'in'] },
      advertisingCategory: { type: 'text', maxLength: 41, operators: ['eq', 'in', 'null'] },
      addressKey: { type: 'text', operators: ['eq', 'in'] },
      createdAt: { type: 'dateTime', operators: ['gte', 'gt', 'lte', 'lt'] },
    },
  },
  output: listOf(suppressionSchema),
  async handler({ rows, scope }, { list }) {
    return toList(list, await rows.suppressions.list(scope, list), suppressionToWire)
  },
})
