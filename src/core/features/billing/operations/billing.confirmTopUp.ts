import { defineOperation } from '../../../engine/operation.ts'
import { toDetail } from '../invoice.ts'
import { confirmTopUpInput, invoiceDetailSchema, topUpParams } from '../schema.ts'
import { confirmTopUp } from '../top-up-request.ts'

export const confirmTopUpOperation = defineOperation({
  id: 'billing.confirmTopUp',
  method: 'POST',
  path: '/billing/top-ups/{id}/confirm',
  summary: 'Confirm that the money of a top-up has arrived',
  description:
    'For operators. Credits the amount and issues its invoice, paid at issue; items that waited for funds go on, oldest first. A payment (`paymentId`) is credited once: confirmed again with the same one, the answer is the same invoice; for another top-up it is refused.',
  permission: 'platform.admin',
  readsItems: 'internal',
  effect: 'write',
  shared: true,
  params: topUpParams,
  body: confirmTopUpInput,
  output: invoiceDetailSchema,
  status: 201,
  location: '/billing/invoices/{id}',
  errors: ['not_found', 'invalid_state'],
  emits: ['invoice.issued'],
  async handler({ services, rows, work, shared }, { params, body }) {
    const paymentId = body.paymentId ?? null
    return toDetail(await confirmTopUp(services, { rows, work }, shared, params.id, paymentId))
  },
})
