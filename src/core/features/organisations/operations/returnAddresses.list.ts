import { defineList } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { returnAddressesTable } from '../../../model/organisations.ts'
import { toWire } from '../return-address.ts'
import { returnAddressSchema } from '../schema.ts'

export const listReturnAddresses = defineOperation({
  id: 'returnAddresses.list',
  method: 'GET',
  path: '/organisation/return-addresses',
  summary: 'List return addresses',
  permission: 'organisation.read',
  effect: 'read',
  list: defineList(returnAddressesTable, {
    sort: { createdAt: 'createdAt', name: 'name' },
    defaultSort: 'createdAt',
    filters: { isDefault: { type: 'boolean', operators: ['eq'] } },
  }),
  output: listOf(returnAddressSchema),
  async handler({ rows, shared }, { list }) {
    return toList(list, await rows.returnAddresses.list(shared, list), toWire)
  },
})
