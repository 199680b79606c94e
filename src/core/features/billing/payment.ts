import type { Services } from '../../engine/services.ts'
import { invalid, notFound, problem } from '../../kernel/errors.ts'
import { formatCents } from '../../kernel/money.ts'
import { fromDateTime } from '../../kernel/time.ts'
import type { InvoiceRow, Payment } from '../../model/billing.ts'
import { invoiceLifecycle } from '../../model/billing.ts'
import type { Scope, WritableRows } from '../../ports/store.ts'
import type { MarkPaidInput } from './schema.ts'
import { billingProblems, billingSentences } from './sentences.ts'

/** The amount still to be paid, with VAT; for a credit note, the amount still to be repaid. */
export const openCents = (invoice: Pick<InvoiceRow, 'totalCents' | 'creditedCents' | 'paidCents'>): number =>
  Math.max(0, invoice.totalCents - invoice.creditedCents - invoice.paidCents)

/**
 * Records that an invoice was paid, or a credit note repaid, in full or in part. The last part makes it PAID.
 * Throws 404, 409 where nothing is open, 422 for more than is open.
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
    throw invalid('amountCents', billingSentences.say('too_much.open', { amount: formatCents(open) }))
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
  if (!(await rows.invoices.update(scope, id, patch, expected))) throw changedMeanwhile()
  return { ...invoice, ...patch }
}

const paidAt = (services: Services, input: MarkPaidInput): number => {
  const now = services.clock.now()
  if (input.paidAt === undefined) return now
  const at = fromDateTime(input.paidAt)
  if (at > now) throw invalid('paidAt', billingSentences.say('out_of_range.paid_at'))
  return at
}

export const changedMeanwhile = () => problem(billingProblems.say('invalid_state.invoice_changed'))
