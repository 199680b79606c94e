import { defineOperation } from '../../../engine/operation.ts'
import { toDetail } from '../invoice.ts'
import { markPaid } from '../payment.ts'
import { invoiceDetailSchema, invoiceParams, markPaidInput } from '../schema.ts'

export const markPaidOperation = defineOperation({
  id: 'invoices.markPaid',
  method: 'POST',
  path: '/billing/invoices/{id}/mark-paid',
  summary: 'Say that an invoice was paid',
  description:
    'For operators. All of what is open, or a part of it: the last part makes the invoice PAID. Of a credit note it ' +
    'says that the money was paid back.',
  permission: 'platform.admin',
  effect: 'write',
  shared: true,
  params: invoiceParams,
  body: markPaidInput,
  output: invoiceDetailSchema,
  errors: ['not_found', 'invalid_state'],
  async handler({ services, rows, shared }, { params, body }) {
    return toDetail(await markPaid(services, rows, shared, params.id, body))
  },
})
