import { defineOperation } from '../../../engine/operation.ts'
import { sellerOf } from '../../ledger/seller.ts'
import { putSeller, sellerInput, sellerSchema, sellerToWire } from '../seller.ts'

export const getSeller = defineOperation({
  id: 'seller.get',
  method: 'GET',
  path: '/platform/seller',
  summary: 'Get the seller',
  description: 'For operators. Includes whether its invoices are issued here.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'read',
  output: sellerSchema,
  handler: async ({ rows }) => sellerToWire(await sellerOf(rows)),
})

export const putSellerOperation = defineOperation({
  id: 'seller.put',
  method: 'PUT',
  path: '/platform/seller',
  summary: 'Set the seller',
  description:
    'For operators. Applies to future invoices; issued ones are unchanged. Absent fields are cleared. If invoices of the seller’s country are not supported, `notInvoiced` says why: prices, ledger and exports are unaffected, and `vatTreatment` is `NOT_INVOICED`.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'write',
  body: sellerInput,
  output: sellerSchema,
  handler: async ({ services, rows, work }, { body }) =>
    sellerToWire(await putSeller(services, { rows, work }, body)),
})
