import { defineOperation } from '../../../engine/operation.ts'
import { creditInvoice } from '../credit-note.ts'
import { toDetail } from '../invoice.ts'
import { creditNoteInput, invoiceDetailSchema, invoiceParams } from '../schema.ts'

export const creditInvoiceOperation = defineOperation({
  id: 'invoices.credit',
  method: 'POST',
  path: '/billing/invoices/{id}/credit-notes',
  summary: 'Credit an invoice, in full or in part',
  description:
    'For operators. All that is left of the invoice, some of its lines, or a net amount; never more than was invoiced. ' +
    'An invoice that is credited in full is VOID. The amounts of a credit note are positive: its kind says that they ' +
    'are credited. A top-up can be credited as far as it has not been spent.',
  permission: 'platform.admin',
  effect: 'write',
  shared: true,
  params: invoiceParams,
  body: creditNoteInput,
  output: invoiceDetailSchema,
  status: 201,
  location: '/billing/invoices/{id}',
  errors: ['not_found', 'invalid_state'],
  emits: ['invoice.issued', 'balance.low'],
  async handler({ services, rows, work, shared }, { params, body }) {
    return toDetail(await creditInvoice(services, { rows, work }, shared, params.id, body))
  },
})
