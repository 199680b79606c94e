import { defineOperation } from '../../../engine/operation.ts'
import { assertDeliverable, returnAddress, settleDefault, toWire } from '../return-address.ts'
import { returnAddressParams, returnAddressPatch, returnAddressSchema } from '../schema.ts'

export const patchReturnAddress = defineOperation({
  id: 'returnAddresses.patch',
  method: 'PATCH',
  path: '/organisation/return-addresses/{id}',
  summary: 'Change a return address, or make it the default',
  description: '`address` is replaced as a whole. Items that are printed already keep what they carry.',
  permission: 'organisation.manage',
  effect: 'write',
  shared: true,
  params: returnAddressParams,
  body: returnAddressPatch,
  output: returnAddressSchema,
  errors: ['not_found'],
  async handler({ rows, shared, organisation, now }, { params, body }) {
    const address = await returnAddress(rows, shared, params.id)
    if (body.address) assertDeliverable(body.address, organisation.country)
    const patch = { ...body, updatedAt: now }
    await rows.returnAddresses.update(shared, address.id, patch)
    if (body.isDefault) await settleDefault(rows, shared, address.id)
    return toWire({ ...address, ...patch })
  },
})
