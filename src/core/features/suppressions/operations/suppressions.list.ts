import { maxAddressKey } from '../../../address/index.ts'
import { defineList, optionalIdFilter, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { suppressionSources, suppressionStatuses, suppressionsTable } from '../../../model/suppressions.ts'
import { maxTermKey } from '../../vocabulary/schema.ts'
import { suppressionToWire } from '../entry.ts'
import { suppressionSchema } from '../schema.ts'

export const listSuppressions = defineOperation({
  id: 'suppressions.list',
  method: 'GET',
  path: '/suppressions',
  summary: 'List suppression entries',
  permission: 'items.read',
  effect: 'read',
  liveForMembers: true,
  list: defineList(suppressionsTable, {
    sort: { createdAt: 'createdAt', updatedAt: 'updatedAt', recipientName: 'recipientName' },
    defaultSort: '-createdAt',
    filters: {
      status: { type: 'enum', values: suppressionStatuses, operators: ['eq'] },
      source: { type: 'enum', values: suppressionSources, operators: ['eq', 'ne', 'in'] },
      reason: { type: 'text', maxLength: maxTermKey, operators: ['eq', 'ne', 'in'] },
      advertisingCategory: { type: 'text', maxLength: maxTermKey, operators: ['eq', 'in', 'null'] },
      addressKey: {
        type: 'text',
        maxLength: maxAddressKey,
        operators: ['eq', 'in'],
        column: 'addressKeyV2',
      },
      recipientName: {
        type: 'text',
        maxLength: 120,
        operators: ['eq', 'contains'],
        description: 'The name of the person, or of the company where there is none.',
      },
      itemId: optionalIdFilter,
      createdAt: periodFilter,
      updatedAt: periodFilter,
    },
  }),
  output: listOf(suppressionSchema),
  async handler({ rows, scope }, { list }) {
    return toList(list, await rows.suppressions.list(scope, list), suppressionToWire)
  },
})
