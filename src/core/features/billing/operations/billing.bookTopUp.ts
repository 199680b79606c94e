import { defineOperation } from '../../../engine/operation.ts'
import { confirmTopUpInput, topUpParams, topUpSchema } from '../schema.ts'
import { bookTopUp } from '../uninvoiced.ts'

export const bookTopUpOperation = defineOperation({
  id: 'billing.bookTopUp',
  method: 'POST',
  path: '/billing/top-ups/{id}/book',
  summary: 'Book the money of a top-up without an invoice',
  description:
    'For operators of a seller whose invoices are not issued here (`vatTreatment` is `NOT_INVOICED`); elsewhere it is a 409, and `billing.confirmTopUp` credits and invoices. Credits the amount; items that waited for funds go on, oldest first. A payment (`paymentId`) is booked once: booked again with the same one, the answer is the same.',
  permission: 'platform.admin',
  readsItems: 'internal',
  effect: 'write',
  shared: true,
  params: topUpParams,
  body: confirmTopUpInput,
  output: topUpSchema,
  errors: ['not_found', 'invalid_state'],
  handler: ({ services, rows, work, organisation }, { params, body }) =>
    bookTopUp(services, { rows, work }, organisation, params.id, body.paymentId ?? null),
})
