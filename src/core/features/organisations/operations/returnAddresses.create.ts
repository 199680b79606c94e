import { defineOperation } from '../../../engine/operation.ts'
import { assertDeliverable, settleDefault, toWire } from '../return-address.ts'
import { returnAddressInput, returnAddressSchema } from '../schema.ts'

export const createReturnAddress = defineOperation({
  id: 'returnAddresses.create',
  method: 'POST',
  path: '/organisation/return-addresses',
  summary: 'Add a return address',
  description: 'The first one is the default; with `isDefault` a later one takes its place.',
  permission: 'organisation.manage',
  effect: 'write',
  shared: true,
  body: returnAddressInput,
  output: returnAddressSchema,
  status: 201,
  location: '/organisation/return-addresses/{id}',
  async handler({ rows, shared, services, organisation, now }, { body }) {
    assertDeliverable(body.address, organisation.country)
    const first = (await rows.returnAddresses.count(shared, {})) === 0
    const address = {
      id: services.ids.next('ret'),
      ...shared,
      name: body.name,
      address: body.address,
      isDefault: first || body.isDefault === true,
      createdAt: now,
      updatedAt: now,
    }
    await rows.returnAddresses.insert(address)
    if (address.isDefault) await settleDefault(rows, shared, address.id)
    return toWire(address)
  },
})
