import { defineOperation } from '../../../engine/operation.ts'
import { sellerOf } from '../../ledger/seller.ts'
import { sellerSchema, sellerToWire } from '../seller.ts'

export const getSeller = defineOperation({
  id: 'seller.get',
  method: 'GET',
  path: '/platform/seller',
  summary: 'Who issues the invoices of this instance',
  description: 'For operators.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'read',
  output: sellerSchema,
  handler: async ({ rows }) => sellerToWire(await sellerOf(rows)),
})
