import type { Transaction } from '../context.ts'
import { vatOf } from '../money.ts'
import type { OrganisationRow, VatTreatment } from '../organisations/store.ts'
import type { WritableRows } from '../ports/store.ts'
import type { Services } from '../services.ts'
import { dayIn, toDateTime, toDateTimeOrNull } from '../time.ts'
import type { Invoice, InvoiceDetail } from './schema.ts'
import type { InvoiceLine, InvoiceRow } from './store.ts'

export const toWire = ({ organisationId: _, lines: __, ...row }: InvoiceRow): Invoice => ({
  ...row,
  paidAt: toDateTimeOrNull(row.paidAt),
  sentAt: toDateTimeOrNull(row.sentAt),
  createdAt: toDateTime(row.createdAt),
})

export const toDetail = (row: InvoiceRow): InvoiceDetail => ({ ...toWire(row), lines: [...row.lines] })

/** Per cent. Reverse charge and export are taxed elsewhere, which the invoice says in words. */
const vatRates: Readonly<Record<VatTreatment, number>> = {
  NL_STANDARD: 21,
  EU_REVERSE_CHARGE: 0,
  NON_EU: 0,
}

type Given = Pick<InvoiceRow, 'source' | 'status' | 'currency' | 'paymentId'> & {
  /** Net amounts, without the VAT rate, which follows from the organisation. */
  lines: readonly Omit<InvoiceLine, 'vatRate'>[]
}

/** Issues an invoice: number, VAT, row and event, all in the transaction. `now` in ms of real time. */
export const issueInvoice = async (
  services: Services,
  { rows, work }: Transaction,
  organisation: OrganisationRow,
  given: Given,
  now: number,
): Promise<InvoiceRow> => {
  const vatRate = vatRates[organisation.vatTreatment]
  const subtotalCents = given.lines.reduce((sum, line) => sum + line.amountCents, 0)
  const vatCents = vatOf(subtotalCents, vatRate)
  const totalCents = subtotalCents + vatCents
  const paid = given.status === 'PAID'
  // Days of invoices are UTC days for every organisation: numbers run through one year for all of them.
  const issueDate = dayIn('UTC', now)
  const invoice: InvoiceRow = {
    id: services.ids.next('inv'),
    organisationId: organisation.id,
    number: await nextNumber(rows, issueDate),
    kind: 'INVOICE',
    source: given.source,
    status: given.status,
    issueDate,
    dueDate: issueDate,
    periodFrom: null,
    periodTo: null,
    currency: given.currency,
    vatTreatment: organisation.vatTreatment,
    vatRate,
    subtotalCents,
    vatCents,
    totalCents,
    paidCents: paid ? totalCents : 0,
    paidAt: paid ? now : null,
    sentAt: null,
    creditNoteOfInvoiceId: null,
    reason: null,
    paymentId: given.paymentId,
    hasPdf: false,
    lines: given.lines.map((line) => ({ ...line, vatRate })),
    createdAt: now,
  }
  await rows.invoices.insert(invoice)
  const { id, status, number, kind, currency } = invoice
  work.emit({
    type: 'invoice.issued',
    organisationId: organisation.id,
    mode: 'live',
    at: now,
    data: { invoice: { id, status, number, kind, totalCents, currency } },
  })
  return invoice
}

/** Gapless within a year: a number is taken in the transaction that uses it, or not at all. */
const nextNumber = async (rows: WritableRows, issueDate: string): Promise<string> => {
  const year = issueDate.slice(0, 4)
  const counter = { id: `invoices|${year}`, organisationId: null, value: 0 }
  const { value } = await rows.counters.add(counter, { value: 1 })
  return `${year}-${String(value).padStart(6, '0')}`
}
