import { defineOperation } from '../../../engine/operation.ts'
import { returnAddress, toWire } from '../return-address.ts'
import { returnAddressParams, returnAddressSchema } from '../schema.ts'

export const getReturnAddress = defineOperation({
  id: 'returnAddresses.get',
  method: 'GET',
  path: '/organisation/return-addresses/{id}',
  summary: 'One return address',
  permission: 'organisation.read',
  effect: 'read',
  params: returnAddressParams,
  output: returnAddressSchema,
  errors: ['not_found'],
  async handler({ rows, shared }, { params }) {
    return toWire(await returnAddress(rows, shared, params.id))
  },
})
