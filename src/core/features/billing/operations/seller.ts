import { defineOperation } from '../../../engine/operation.ts'
import { sellerOf } from '../../ledger/seller.ts'
import { putSeller, sellerInput, sellerSchema, sellerToWire } from '../seller.ts'

export const getSeller = defineOperation({
  id: 'seller.get',
  method: 'GET',
  path: '/platform/seller',
  summary: 'Who invoices, and whether invoices are issued here',
  description: 'For operators.',
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
  summary: 'Say who invoices',
  description:
    'For operators. Holds for invoices from now on; issued ones keep whom they name. A field that is not sent is empty. Where invoices of the seller’s country are not written here, `notInvoiced` says why: prices, the ledger and exports go on, and `vatTreatment` is `NOT_INVOICED`.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'write',
  body: sellerInput,
  output: sellerSchema,
  handler: async ({ services, rows, work }, { body }) =>
    sellerToWire(await putSeller(services, { rows, work }, body)),
})
