import { defineOperation } from '../../../engine/operation.ts'
import { availableCents, emptyAccount } from '../../ledger/accounts.ts'
import { balanceSchema } from '../schema.ts'

export const getBalance = defineOperation({
  id: 'billing.balance',
  method: 'GET',
  path: '/billing/balance',
  summary: 'Get the balance',
  description: 'Net of VAT. Test items never change it.',
  permission: 'billing.read',
  effect: 'read',
  output: balanceSchema,
  async handler({ rows, shared, organisation }) {
    const id = shared.organisationId
    const account = (await rows.accounts.get(shared, id)) ?? emptyAccount(id)
    return {
      billingMode: organisation.billingMode,
      currency: account.currency,
      balanceCents: account.balanceCents,
      reservedCents: account.reservedCents,
      availableCents: availableCents(account),
      lowThresholdCents: account.lowThresholdCents,
    }
  },
})
