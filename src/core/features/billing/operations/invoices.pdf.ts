import { defineOperation } from '../../../engine/operation.ts'
import { notFound, problem } from '../../../kernel/errors.ts'
import { pdfKey } from '../jobs/billing.invoicePdf.ts'
import { invoiceParams } from '../schema.ts'
import { billingProblems } from '../sentences.ts'

export const getInvoicePdf = defineOperation({
  id: 'invoices.pdf',
  method: 'GET',
  path: '/billing/invoices/{id}/pdf',
  summary: 'Get an invoice as PDF',
  description: 'Drawn within moments after the issue: 409 while `hasPdf` is false.',
  permission: 'billing.read',
  effect: 'read',
  params: invoiceParams,
  output: 'stream',
  contentType: 'application/pdf',
  errors: ['not_found', 'invalid_state'],
  /** Opens the file before the handler, so that no snapshot waits for it. */
  async prepare({ services, shared }, { params }) {
    const invoice = await services.store.read((rows) => rows.invoices.get(shared, params.id))
    if (!invoice) throw notFound('invoice')
    if (!invoice.hasPdf) throw problem(billingProblems.say('invalid_state.pdf_not_drawn'))
    const content = await services.blobs.stream(pdfKey(invoice))
    if (!content) throw notFound('PDF of this invoice')
    return { number: invoice.number, content }
  },
  async handler(_context, _input, { number, content }) {
    return { contentType: 'application/pdf', fileName: `${number}.pdf`, content }
  },
})
