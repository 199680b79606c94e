import * as v from 'valibot'
import type { Transaction } from '../context.ts'
import { invalid, problem } from '../errors.ts'
import { formatCents, maxAmountCents, maxBalanceCents } from '../money.ts'
import type { OrganisationRow } from '../organisations/store.ts'
import { everyone } from '../ports/store.ts'
import type { Services } from '../services.ts'
import { transact } from '../transact.ts'
import { parse } from '../validate.ts'
import { platformCurrency } from './accounts.ts'
import { issueInvoice, lineOf, toDetail } from './invoice.ts'
import { type InvoiceDetail, paymentReference } from './schema.ts'
import type { InvoiceRow } from './store.ts'

const directInput = v.strictObject({
  organisationId: v.string(),
  /** Net of VAT: what the balance grows by. */
  amountCents: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxAmountCents)),
  /** The payment's reference with whoever took it. */
  paymentId: v.optional(paymentReference),
})
export type TopUp = v.InferInput<typeof directInput>

/**
 * Credits an organisation with an amount that it paid, and invoices it at that amount plus VAT, paid at issue
 * (SPEC "Invoice"). Items that waited for funds go on, oldest first. Throws 422 for an amount that is none or too much,
 * 404 for an unknown organisation.
 */
export const topUp = async (services: Services, input: TopUp): Promise<InvoiceDetail> => {
  const { organisationId, amountCents, paymentId } = parse(directInput, input, 'body')
  const invoice = await transact(services, async (transaction) => {
    const organisation = await transaction.rows.organisations.get(everyone, organisationId)
    if (!organisation) throw problem('not_found', `There is no organisation ${organisationId}.`)
    return creditPaid(services, transaction, organisation, { amountCents, paymentId: paymentId ?? null })
  })
  return toDetail(invoice)
}

/** The invoice and the credit of money that somebody has seen arrive. */
export const creditPaid = async (
  services: Services,
  transaction: Transaction,
  organisation: OrganisationRow,
  { amountCents, paymentId }: { amountCents: number; paymentId: string | null },
): Promise<InvoiceRow> => {
  const { rows, work } = transaction
  const organisationId = organisation.id
  const now = services.clock.now()
  const account = await rows.accounts.get({ organisationId }, organisationId)
  if ((account?.balanceCents ?? 0) + amountCents > maxBalanceCents) {
    throw invalid('amountCents', 'An account holds no more than this.', 'too_much')
  }
  const currency = account?.currency ?? platformCurrency
  const description = `Balance top-up of ${currency} ${formatCents(amountCents)}`
  const invoice = await issueInvoice(
    services,
    transaction,
    organisation,
    {
      source: 'TOP_UP',
      currency,
      lines: [lineOf({ description, quantity: 1, unitPriceCents: amountCents })],
      paid: { paymentId },
    },
    now,
  )
  work.books.post({ organisationId, kind: 'TOP_UP', amountCents, currency, invoiceId: invoice.id, at: now })
  return invoice
}
