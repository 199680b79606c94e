import { defineOperation } from '../../../engine/operation.ts'
import { creditInvoice } from '../credit-note.ts'
import { toDetail } from '../invoice.ts'
import { creditNoteInput, invoiceDetailSchema, invoiceParams } from '../schema.ts'

export const creditInvoiceOperation = defineOperation({
  id: 'invoices.credit',
  method: 'POST',
  path: '/billing/invoices/{id}/credit-notes',
  summary: 'Take an invoice back with a credit note',
  description:
    'For operators. All that is left of the invoice, some of its lines, or a net amount; never more than was invoiced. ' +
    'An invoice that is taken back wholly is VOID. The amounts of a credit note are positive: its kind says that they ' +
    'go back. A top-up is taken back out of what is available.',
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
