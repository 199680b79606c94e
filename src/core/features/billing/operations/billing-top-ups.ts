import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { topUpStatuses, topUpsTable } from '../../../model/billing.ts'
import { sellerOf } from '../../ledger/seller.ts'
import { toDetail } from '../invoice.ts'
import { confirmTopUpInput, invoiceDetailSchema, topUpInput, topUpParams, topUpSchema } from '../schema.ts'
import { cancelTopUp, confirmTopUp, requestTopUp, topUpToWire } from '../top-ups.ts'
import { bookTopUp } from '../uninvoiced.ts'

export const listTopUps = defineOperation({
  id: 'billing.topUps',
  method: 'GET',
  path: '/billing/top-ups',
  summary: 'List the top-ups that were asked for',
  permission: 'billing.read',
  audience: 'portal',
  effect: 'read',
  list: defineList(topUpsTable, {
    sort: { createdAt: 'createdAt' },
    defaultSort: '-createdAt',
    filters: {
      status: { type: 'enum', values: topUpStatuses, operators: ['eq', 'ne', 'in'] },
      createdAt: periodFilter,
    },
  }),
  output: listOf(topUpSchema),
  async handler({ rows, shared, organisation }, { list }) {
    const seller = await sellerOf(rows)
    return toList(list, await rows.topUps.list(shared, list), (row) => topUpToWire(row, organisation, seller))
  },
})

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

export const cancelTopUpOperation = defineOperation({
  id: 'billing.cancelTopUp',
  method: 'POST',
  path: '/billing/top-ups/{id}/cancel',
  summary: 'Cancel a top-up that will not be paid',
  permission: 'billing.manage',
  audience: 'portal',
  effect: 'write',
  shared: true,
  params: topUpParams,
  output: topUpSchema,
  errors: ['not_found', 'invalid_state'],
  handler: ({ services, rows, work, organisation }, { params }) =>
    cancelTopUp(services, { rows, work }, organisation, params.id),
})
