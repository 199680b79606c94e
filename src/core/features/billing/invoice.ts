import type { Transaction } from '../../engine/context.ts'
import type { Services } from '../../engine/services.ts'
import { vatOf } from '../../kernel/money.ts'
import { addDays, dayIn, toDateTime, toDateTimeOrNull } from '../../kernel/time.ts'
import type { InvoiceLine, InvoiceRow } from '../../model/billing.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import { buyerOf, languageOf, profileOf, treatmentOf } from '../ledger/profile.ts'
import { sellerOf } from '../ledger/seller.ts'
import { vatRates } from '../ledger/vat-countries.ts'
import { assertInvoiced } from './invoiced.ts'
import { nextNumber } from './numbers.ts'
import { electronicFormat } from './peppol.ts'
import type { Invoice, InvoiceDetail } from './schema.ts'

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

/** A line before its VAT rate, which depends on the organisation. Net amounts. */
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
  /** Set where the invoice is paid at issue: the payment's reference. */
  paid?: { paymentId: string | null }
  /** The first and last day of the invoiced period. */
  period?: { from: string; to: string }
}

/**
 * Issues an invoice in the caller's transaction: number, VAT, row and event. `now` in ms of real time. Throws
 * 409 while invoicing is held, and where the seller's invoices are not written here.
 */
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

/** Inserts a new invoice or credit note, emits its event and enqueues its PDF. */
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
