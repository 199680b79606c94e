import { defineOperation } from '../../../engine/operation.ts'
import { notFound, problem } from '../../../kernel/errors.ts'
import { isKnown } from '../../ledger/seller.ts'
import { invoiceParams } from '../schema.ts'
import { billingProblems } from '../sentences.ts'
import { ublOf } from '../ubl/invoice.ts'

export const getInvoiceUbl = defineOperation({
  id: 'invoices.ubl',
  method: 'GET',
  path: '/billing/invoices/{id}/ubl',
  summary: 'Get an invoice for a bookkeeping program',
  description:
    'UBL 2.1 by EN 16931: an `Invoice`, or a `CreditNote`. 409 for what was issued before the operator said who invoices.',
  permission: 'billing.read',
  effect: 'read',
  params: invoiceParams,
  output: 'stream',
  contentType: 'application/xml',
  errors: ['not_found', 'invalid_state'],
  async prepare({ services, shared }, { params }) {
    const { invoice, original } = await services.store.read(async (rows) => {
      const found = await rows.invoices.get(shared, params.id)
      const credited = found?.creditNoteOfInvoiceId
      return { invoice: found, original: credited ? await rows.invoices.get(shared, credited) : undefined }
    })
    if (!invoice) throw notFound('invoice')
    if (!isKnown(invoice.seller)) {
      throw problem(billingProblems.say('invalid_state.no_seller'))
    }
    return { number: invoice.number, text: await services.xml.write(ublOf(invoice, original)) }
  },
  async handler(_context, _input, { number, text }) {
    return {
      contentType: 'application/xml',
      fileName: `${number}.xml`,
      content: new TextEncoder().encode(text),
    }
  },
})
