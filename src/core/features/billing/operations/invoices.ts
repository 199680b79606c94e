import * as v from 'valibot'
import { wholeListOf } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { notFound, problem } from '../../../kernel/errors.ts'
import { everyone } from '../../../ports/store.ts'
import { isKnown } from '../../ledger/seller.ts'
import { creditInvoice } from '../credit-note.ts'
import { ublOf } from '../electronic/ubl.ts'
import { assertSellerConfigured, markPaid, toDetail, toWire } from '../invoice.ts'
import { allInvoiceTexts, textsOf } from '../invoice-words.ts'
import { pdfKey } from '../jobs/billing.ts'
import { endedMonth, issueMonthly } from '../monthly.ts'
import {
  creditNoteInput,
  invoiceDetailSchema,
  invoiceParams,
  invoiceSchema,
  issueMonthlyInput,
  markPaidInput,
} from '../schema.ts'
import { billingProblems } from '../sentences.ts'

export const listInvoices = defineOperation({
  id: 'invoices.list',
  method: 'GET',
  path: '/billing/invoices',
  summary: 'List invoices and credit notes',
  description:
    'A bare array, newest first. A test key reads the same invoices, because they belong to the organisation.',
  permission: 'billing.read',
  effect: 'read',
  output: v.array(invoiceSchema),
  async handler({ rows, shared }) {
    const newestFirst = [{ field: 'createdAt' as const, descending: true }]
    const invoices = await rows.invoices.find(shared, {}, { order: newestFirst })
    return invoices.map(toWire)
  },
})

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

export const getInvoicePdf = defineOperation({
  id: 'invoices.pdf',
  method: 'GET',
  path: '/billing/invoices/{id}/pdf',
  summary: 'Get an invoice as PDF',
  description: 'Rendered soon after the issue: 409 while `hasPdf` is false.',
  permission: 'billing.read',
  effect: 'read',
  params: invoiceParams,
  output: 'stream',
  contentType: 'application/pdf',
  errors: ['not_found', 'invalid_state'],
  /** Opens the file before the transaction, so that no snapshot stays open in the process. */
  async prepare({ services, shared }, { params }) {
    const invoice = await services.store.read((rows) => rows.invoices.get(shared, params.id))
    if (!invoice) throw notFound('invoice')
    if (!invoice.hasPdf) throw problem(billingProblems.sentence('invalid_state.pdf_not_drawn'))
    const content = await services.blobs.stream(pdfKey(invoice))
    if (!content) throw notFound('PDF of this invoice')
    return { number: invoice.number, content }
  },
  async handler(_context, _input, { number, content }) {
    return { contentType: 'application/pdf', fileName: `${number}.pdf`, content }
  },
})

export const getInvoiceUbl = defineOperation({
  id: 'invoices.ubl',
  method: 'GET',
  path: '/billing/invoices/{id}/ubl',
  summary: 'Get an invoice as UBL',
  description:
    'UBL 2.1 by EN 16931: an `Invoice`, or a `CreditNote`. 409 for invoices issued before a seller was configured.',
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
      throw problem(billingProblems.sentence('invalid_state.no_seller'))
    }
    return {
      number: invoice.number,
      text: await services.xml.write(ublOf(await textsOf(invoice), invoice, original)),
    }
  },
  async handler(_context, _input, { number, text }) {
    return {
      contentType: 'application/xml',
      fileName: `${number}.xml`,
      content: new TextEncoder().encode(text),
    }
  },
})

export const issueMonthlyOperation = defineOperation({
  id: 'invoices.issueMonthly',
  method: 'POST',
  path: '/billing/invoices/issue-monthly',
  summary: 'Issue the invoice of a month',
  description:
    'For operators; a job does this after every month. Invoices all usage until the end of the month that has no ' +
    'invoice yet. `data` is empty if there is nothing to invoice: usage is never invoiced twice.',
  permission: 'platform.admin',
  readsItems: 'internal',
  effect: 'write',
  shared: true,
  body: issueMonthlyInput,
  output: wholeListOf(invoiceDetailSchema),
  errors: ['invalid_state'],
  emits: ['invoice.issued'],
  prepare: allInvoiceTexts,
  async handler({ services, rows, work, shared }, { body }, textsIn) {
    const organisation = await rows.organisations.get(everyone, shared.organisationId)
    if (!organisation) throw notFound('organisation')
    await assertSellerConfigured(rows)
    const now = services.clock.now()
    const month = await endedMonth(rows, body.month, now)
    const invoice = await issueMonthly(services, { rows, work }, organisation, { month, now, textsIn })
    return { data: invoice ? [toDetail(invoice)] : [] }
  },
})

export const markPaidOperation = defineOperation({
  id: 'invoices.markPaid',
  method: 'POST',
  path: '/billing/invoices/{id}/mark-paid',
  summary: 'Record a payment of an invoice',
  description:
    'For operators. The open amount or a part of it: the last part makes the invoice PAID. For a credit note it ' +
    'records the repayment.',
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

export const creditInvoiceOperation = defineOperation({
  id: 'invoices.credit',
  method: 'POST',
  path: '/billing/invoices/{id}/credit-notes',
  summary: 'Credit an invoice',
  description:
    'For operators. Everything left of the invoice, some of its lines, or a net amount; never more than was invoiced. ' +
    'A fully credited invoice becomes VOID. Amounts of a credit note are positive, because its kind implies that they ' +
    'are credited. Only the unspent part of a top-up can be credited.',
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
  prepare: allInvoiceTexts,
  async handler({ services, rows, work, shared }, { params, body }, textsIn) {
    return toDetail(await creditInvoice(services, { rows, work }, shared, params.id, body, textsIn))
  },
})
