import { defineOperation } from '../../../engine/operation.ts'
import { changeSeller, sellerInput, sellerSchema, sellerToWire } from '../seller.ts'

export const setSellerOperation = defineOperation({
  id: 'seller.set',
  method: 'PUT',
  path: '/platform/seller',
  summary: 'Name who issues the invoices of this instance, and where customers pay',
  description:
    'For operators, as `lettershop billing seller` does. It holds for invoices and top-ups from now on; issued invoices keep the seller that they name. What is not given is taken away.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'write',
  body: sellerInput,
  output: sellerSchema,
  handler: async ({ rows }, { body }) => sellerToWire(await changeSeller(rows, body)),
})
