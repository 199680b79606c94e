import { defineOperation } from '../../../engine/operation.ts'
import { topUpInput, topUpSchema } from '../schema.ts'
import { requestTopUp } from '../top-up-request.ts'

export const requestTopUpOperation = defineOperation({
  id: 'billing.topUp',
  method: 'POST',
  path: '/billing/top-ups',
  summary: 'Ask for a top-up of the balance',
  description:
    'Answers what to transfer, where to, and with which reference. The balance grows, and the invoice is issued as ' +
    'paid, when an operator confirms that the money has arrived. Refused until an operator has named the seller (`payTo` of the billing settings).',
  permission: 'billing.manage',
  audience: 'portal',
  effect: 'write',
  shared: true,
  body: topUpInput,
  output: topUpSchema,
  status: 201,
  errors: ['invalid_state'],
  handler: ({ services, rows, work, organisation }, { body }) =>
    requestTopUp(services, { rows, work }, organisation, body.amountCents),
})
