import type { Transaction } from '../../engine/context.ts'
import type { Services } from '../../engine/services.ts'
import { invalid, notFound, problem } from '../../kernel/errors.ts'
import { formatCents, vatOf } from '../../kernel/money.ts'
import type { Sentence } from '../../kernel/sentences.ts'
import { addDays, dayIn, fromDateTime, toDateTime, toDateTimeOrNull } from '../../kernel/time.ts'
import {
  type InvoiceLine,
  type InvoiceRow,
  invoiceLifecycle,
  type Payment,
  type Seller,
} from '../../model/billing.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import type { Rows, Scope, WritableRows } from '../../ports/store.ts'
import { buyerOf, languageOf, profileOf, treatmentOf } from '../ledger/profile.ts'
import { isKnown, type PricingSeller, sellerOf } from '../ledger/seller.ts'
import { vatRates, type WhyNotInvoiced, whyNotInvoiced } from '../ledger/vat.ts'
import { electronicFormat } from './electronic/address.ts'
import { nextNumber } from './numbers.ts'
import type { Invoice, InvoiceDetail, MarkPaidInput } from './schema.ts'
import { billingProblems, billingSentences } from './sentences.ts'

/** Returns the reason as a sentence for operators. */
export const whyNotInvoicedSentence = (why: WhyNotInvoiced): Sentence<'invalid_state'> => {
  const countryId = why.country
  if (why.code === 'not_verified')
    return billingProblems.sentence('invalid_state.not_invoiced_unverified', { countryId })
  if (why.code === 'currency') {
    return billingProblems.sentence('invalid_state.not_invoiced_currency', {
      countryId,
      currency: why.currency,
    })
  }
  return billingProblems.sentence('invalid_state.not_invoiced_rate', { countryId, rate: String(why.rate) })
}

/** Throws 409 if no seller is configured: payments would have no valid invoice and no payee. */
export const assertSellerConfigured = async (rows: Pick<Rows, 'facts'>): Promise<void> => {
  if (!isKnown(await sellerOf(rows)))
    throw problem(billingProblems.sentence('invalid_state.seller_not_named'))
}

/** True for a configured seller in a supported country. */
export const isInvoicing = (seller: PricingSeller): boolean =>
  isKnown(seller) && !whyNotInvoiced(seller.country, seller.currency)

/** Throws 409 if the seller's invoices are not supported (docs/design/billing.md). */
const assertInvoiced = (seller: Pick<Seller, 'country'>, currency: string): void => {
  const why = whyNotInvoiced(seller.country, currency)
  if (why) throw problem(whyNotInvoicedSentence(why))
}

export const toWire = (row: InvoiceRow): Invoice => ({
  id: row.id,
  number: row.number,
  kind: row.kind,
  source: row.source,
  status: row.status,
  issueDate: row.issueDate,
  dueDate: row.dueDate,
  periodFrom: row.periodFrom,
  periodTo: row.periodTo,
  currency: row.currency,
  vatTreatment: row.vatTreatment,
  vatRate: row.vatRate,
  subtotalCents: row.subtotalCents,
  vatCents: row.vatCents,
  totalCents: row.totalCents,
  paidCents: row.paidCents,
  paidAt: toDateTimeOrNull(row.paidAt),
  sentAt: toDateTimeOrNull(row.sentAt),
  creditNoteOfInvoiceId: row.creditNoteOfInvoiceId,
  reason: row.reason,
  paymentId: row.paymentId,
  hasPdf: row.hasPdf,
  electronicFormat: electronicFormat(row),
  language: row.language ?? 'en',
  createdAt: toDateTime(row.createdAt),
})

export const toDetail = (row: InvoiceRow): InvoiceDetail => ({
  ...toWire(row),
  lines: row.lines.map(({ creditsLine: _, ...line }) => ({ billingGroup: null, ...line })),
})

/** Net amounts. The VAT rate depends on the organisation. */
export type NewLine = Omit<InvoiceLine, 'vatRate'>

export const lineOf = (line: Pick<NewLine, 'description' | 'quantity' | 'unitPriceCents'>): NewLine => ({
  ...line,
  amountCents: line.quantity * line.unitPriceCents,
  productSpecificationId: null,
  zone: null,
  billingGroup: null,
})

interface Given {
  source: 'TOP_UP' | 'MONTHLY'
  currency: string
  lines: readonly NewLine[]
  /** Set if the invoice is paid at issue: the payment's reference. */
  paid?: { paymentId: string | null }
  period?: { from: string; to: string }
}

/** `now` is in ms of real time. Throws 409 while invoicing is held or the seller is not supported. */
export const issueInvoice = async (
  services: Services,
  transaction: Transaction,
  organisation: OrganisationRow,
  given: Given,
  now: number,
): Promise<InvoiceRow> => {
  const { rows } = transaction
  const [{ currency, ...seller }, profile] = [await sellerOf(rows), await profileOf(rows, organisation)]
  assertInvoiced(seller, given.currency)
  const vatTreatment = treatmentOf(profile, organisation, { ...seller, currency })
  const vatRate = vatRates[vatTreatment]
  const subtotalCents = given.lines.reduce((sum, line) => sum + line.amountCents, 0)
  const vatCents = vatOf(subtotalCents, vatRate)
  const totalCents = subtotalCents + vatCents
  const issueDate = dayIn(seller.timeZone, now)
  const invoice: InvoiceRow = {
    id: services.ids.next('inv'),
    organisationId: organisation.id,
    number: await nextNumber(rows, 'INVOICE', issueDate),
    kind: 'INVOICE',
    source: given.source,
    status: given.paid ? 'PAID' : 'ISSUED',
    issueDate,
    dueDate: given.paid ? issueDate : addDays(issueDate, profile.paymentTermDays),
    periodFrom: given.period?.from ?? null,
    periodTo: given.period?.to ?? null,
    currency: given.currency,
    vatTreatment,
    vatRate,
    subtotalCents,
    vatCents,
    totalCents,
    paidCents: given.paid ? totalCents : 0,
    paidAt: given.paid ? now : null,
    sentAt: null,
    creditNoteOfInvoiceId: null,
    reason: null,
    paymentId: given.paid?.paymentId ?? null,
    hasPdf: false,
    lines: given.lines.map((line) => ({ ...line, vatRate })),
    seller,
    buyer: buyerOf(profile, organisation),
    reference: profile.reference,
    orderReference: profile.orderReference,
    language: languageOf(profile, organisation),
    payments: given.paid ? [{ amountCents: totalCents, paidAt: now, paymentId: given.paid.paymentId }] : [],
    creditedNetCents: 0,
    creditedCents: 0,
    createdAt: now,
  }
  await insertInvoice(transaction, invoice)
  return invoice
}

/** Inserts the invoice, emits its event and enqueues its PDF. */
export const insertInvoice = async ({ rows, work }: Transaction, invoice: InvoiceRow): Promise<void> => {
  await rows.invoices.insert(invoice)
  const { id, organisationId, status, number, kind, totalCents, currency, createdAt } = invoice
  work.emit({
    type: 'invoice.issued',
    organisationId,
    mode: 'live',
    at: createdAt,
    data: { invoice: { id, status, number, kind, totalCents, currency } },
  })
  work.enqueue({
    kind: 'billing.invoicePdf',
    subject: id,
    organisationId,
    mode: 'live',
    dueAt: createdAt,
    payload: { invoiceId: id },
  })
}

/** Returns the unpaid amount, including VAT. For a credit note, the amount still to be repaid. */
export const openCents = (invoice: Pick<InvoiceRow, 'totalCents' | 'creditedCents' | 'paidCents'>): number =>
  Math.max(0, invoice.totalCents - invoice.creditedCents - invoice.paidCents)

/**
 * Records a payment of an invoice or the repayment of a credit note. The last part makes it PAID. Throws 404;
 * 409 if nothing is open or it changed concurrently; 422 for more than is open or a future date.
 */
export const markPaid = async (
  services: Services,
  rows: Pick<WritableRows, 'invoices'>,
  scope: Scope,
  id: string,
  input: MarkPaidInput,
): Promise<InvoiceRow> => {
  const invoice = await rows.invoices.get(scope, id)
  if (!invoice) throw notFound('invoice')
  if (invoice.status !== 'ISSUED') invoiceLifecycle.assert(invoice.status, 'PAID')
  const open = openCents(invoice)
  const { amountCents = open, paymentId = null } = input
  if (amountCents > open) {
    const values = { amount: formatCents(open), currency: invoice.currency }
    throw invalid('amountCents', billingSentences.sentence('too_much.open', values))
  }
  const payment: Payment = { amountCents, paidAt: paidAt(services, input), paymentId }
  const paidCents = invoice.paidCents + amountCents
  const done = amountCents === open
  const patch: Partial<InvoiceRow> = {
    paidCents,
    payments: [...invoice.payments, payment],
    ...(done ? { status: 'PAID', paidAt: payment.paidAt } : {}),
    ...(paymentId === null ? {} : { paymentId }),
  }
  const expected = {
    paidCents: invoice.paidCents,
    creditedCents: invoice.creditedCents,
    status: invoice.status,
  }
  if (!(await rows.invoices.update(scope, id, patch, expected))) throw changedConcurrently()
  return { ...invoice, ...patch }
}

const paidAt = (services: Services, input: MarkPaidInput): number => {
  const now = services.clock.now()
  if (input.paidAt === undefined) return now
  const at = fromDateTime(input.paidAt)
  if (at > now) throw invalid('paidAt', billingSentences.sentence('out_of_range.paid_at'))
  return at
}

export const changedConcurrently = () => problem(billingProblems.sentence('invalid_state.invoice_changed'))
