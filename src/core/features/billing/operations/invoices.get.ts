import { defineOperation } from '../../../engine/operation.ts'
import { notFound } from '../../../kernel/errors.ts'
import { toDetail } from '../invoice.ts'
import { invoiceDetailSchema, invoiceParams } from '../schema.ts'

export const getInvoice = defineOperation({
  id: 'invoices.get',
  method: 'GET',
  path: '/billing/invoices/{id}',
  summary: 'Get an invoice with its lines',
  permission: 'billing.read',
  effect: 'read',
  params: invoiceParams,
  output: invoiceDetailSchema,
  errors: ['not_found'],
  async handler({ rows, shared }, { params }) {
    const invoice = await rows.invoices.get(shared, params.id)
    if (!invoice) throw notFound('invoice')
    return toDetail(invoice)
  },
})
