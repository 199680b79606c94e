import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { topUpStatuses, topUpsTable } from '../../../model/billing.ts'
import { sellerOf } from '../../ledger/seller.ts'
import { topUpSchema } from '../schema.ts'
import { topUpToWire } from '../top-up-request.ts'

export const listTopUps = defineOperation({
  id: 'billing.topUps',
  method: 'GET',
  path: '/billing/top-ups',
  summary: 'List the top-ups that were asked for',
  permission: 'billing.read',
  audience: 'portal',
  effect: 'read',
  list: defineList(topUpsTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: '-createdAt',
    filters: {
      status: { type: 'enum', values: topUpStatuses, operators: ['eq', 'ne', 'in'] },
      createdAt: periodFilter,
    },
  }),
  output: listOf(topUpSchema),
  async handler({ rows, shared, organisation }, { list }) {
    const seller = await sellerOf(rows)
    return toList(list, await rows.topUps.list(shared, list), (row) => topUpToWire(row, organisation, seller))
  },
})
