import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { topUpStatuses, topUpsTable } from '../../../model/billing.ts'
import { sellerOf } from '../../ledger/seller.ts'
import { toDetail } from '../invoice.ts'
import { allInvoiceTexts } from '../invoice-words.ts'
import { confirmTopUpInput, invoiceDetailSchema, topUpInput, topUpParams, topUpSchema } from '../schema.ts'
import { cancelTopUp, confirmTopUp, requestTopUp, topUpToWire } from '../top-ups.ts'
import { bookTopUp } from '../uninvoiced.ts'

export const listTopUps = defineOperation({
  id: 'billing.topUps',
  method: 'GET',
  path: '/billing/top-ups',
  summary: 'List top-ups',
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
  summary: 'Request a top-up of the balance',
  description:
    'Returns the amount, account and reference for the transfer. The balance is credited, and the invoice issued as ' +
    'paid, when an operator confirms the payment. Refused until a seller is configured (`payTo` of the billing settings).',
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
  summary: 'Record a top-up without an invoice',
  description:
    'For operators whose seller’s invoices are not issued here (`vatTreatment` is `NOT_INVOICED`); otherwise 409, and `billing.confirmTopUp` credits and invoices. Credits the amount; items that waited for funds continue, oldest first. A payment (`paymentId`) is recorded once: a repetition returns the same answer.',
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
  summary: 'Confirm the payment of a top-up',
  description:
    'For operators. Credits the amount and issues its invoice as paid; items that waited for funds continue, oldest first. A payment (`paymentId`) is credited once: a repetition returns the same invoice, and another top-up with it is refused.',
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
  prepare: allInvoiceTexts,
  async handler({ services, rows, work, shared }, { params, body }, textsIn) {
    const paid = { paymentId: body.paymentId ?? null, textsIn }
    return toDetail(await confirmTopUp(services, { rows, work }, shared, params.id, paid))
  },
})

export const cancelTopUpOperation = defineOperation({
  id: 'billing.cancelTopUp',
  method: 'POST',
  path: '/billing/top-ups/{id}/cancel',
  summary: 'Cancel a top-up',
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
