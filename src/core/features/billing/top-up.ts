import * as v from 'valibot'
import type { Transaction } from '../../engine/context.ts'
import type { Services } from '../../engine/services.ts'
import { transact } from '../../engine/transact.ts'
import { parse } from '../../engine/validate.ts'
import { invalid, problem } from '../../kernel/errors.ts'
import { formatCents, maxAmountCents, maxBalanceCents } from '../../kernel/money.ts'
import type { InvoiceRow } from '../../model/billing.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { platformCurrency } from '../ledger/accounts.ts'
import { books } from '../ledger/ledger.ts'
import { languageOf, profileOf } from '../ledger/profile.ts'
import { issueInvoice, lineOf, toDetail } from './invoice.ts'
import { type InvoiceDetail, paymentReference } from './schema.ts'
import { billingProblems, billingSentences } from './sentences.ts'
import { invoiceWords, written } from './words/index.ts'

export const directInput = v.strictObject({
  organisationId: v.string(),
  /** Net of VAT: what the balance grows by. */
  amountCents: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxAmountCents)),
  /** The reference of the payment at the bank or payment provider. */
  paymentId: v.optional(paymentReference),
})
export type TopUp = v.InferInput<typeof directInput>

/**
 * Credits an organisation with an amount that it paid, and invoices that amount plus VAT, paid at issue.
 * Items that wait for funds go on, oldest first. A repeated payment is credited once and
 * answered with its invoice. Throws 422 for an invalid amount, 404 for an unknown organisation, 409 where the
 * payment was credited with another amount or the organisation has no balance.
 */
export const topUp = async (services: Services, input: TopUp): Promise<InvoiceDetail> => {
  const { organisationId, amountCents, paymentId } = parse(directInput, input, 'body')
  const invoice = await transact(services, async (transaction) => {
    const organisation = await transaction.rows.organisations.get(everyone, organisationId)
    if (!organisation) throw problem(billingProblems.say('not_found.organisation', { id: organisationId }))
    const credited = await creditedBy(transaction.rows, organisationId, paymentId)
    if (credited?.subtotalCents === amountCents) return credited
    return creditPaid(services, transaction, organisation, { amountCents, paymentId: paymentId ?? null })
  })
  return toDetail(invoice)
}

/** The invoice of a payment that was credited to the organisation before. */
export const creditedBy = async (
  rows: Rows,
  organisationId: string,
  paymentId: string | null | undefined,
): Promise<InvoiceRow | undefined> => {
  if (paymentId === null || paymentId === undefined) return undefined
  const [invoice] = await rows.invoices.find(
    { organisationId },
    { source: 'TOP_UP', kind: 'INVOICE', paymentId },
  )
  return invoice
}

/** Throws 409 for an OWN_MAIL organisation, which has no balance. */
export const assertHasBalance = ({ billingMode }: Pick<OrganisationRow, 'billingMode'>): void => {
  if (billingMode !== 'OWN_MAIL') return
  throw problem(billingProblems.say('invalid_state.no_balance'))
}

/**
 * Issues the invoice for money that has arrived, and credits it. Throws 409 for a payment that was credited
 * before.
 */
export const creditPaid = async (
  services: Services,
  transaction: Transaction,
  organisation: OrganisationRow,
  { amountCents, paymentId }: { amountCents: number; paymentId: string | null },
): Promise<InvoiceRow> => {
  const { rows } = transaction
  const organisationId = organisation.id
  const now = services.clock.now()
  assertHasBalance(organisation)
  const credited = await creditedBy(rows, organisationId, paymentId)
  if (credited) {
    const amount = `${credited.currency} ${formatCents(credited.subtotalCents)}`
    throw problem(
      billingProblems.say('invalid_state.credited_before', {
        payment: paymentId ?? '',
        amount,
        invoice: credited.number,
      }),
    )
  }
  const currency = await currencyWithRoom(rows, organisationId, amountCents)
  const words = invoiceWords[languageOf(await profileOf(rows, organisation), organisation)]
  const description = words.topUp(`${currency} ${written(words, amountCents)}`)
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
  postTopUp(transaction, { organisationId, amountCents, currency, invoiceId: invoice.id, at: now })
  return invoice
}

/** Books that money has come in. */
export const postTopUp = (
  { work }: Transaction,
  entry: { organisationId: string; amountCents: number; currency: string; invoiceId?: string; at: number },
): void => work.of(books).post({ ...entry, kind: 'TOP_UP' })

/** The currency of an account. Throws 422 where it cannot hold that much more. */
export const currencyWithRoom = async (
  rows: Rows,
  organisationId: string,
  amountCents: number,
): Promise<string> => {
  const account = await rows.accounts.get({ organisationId }, organisationId)
  if ((account?.balanceCents ?? 0) + amountCents > maxBalanceCents) {
    throw invalid(
      'amountCents',
      billingSentences.say('too_much.balance', { amount: formatCents(maxBalanceCents) }),
    )
  }
  return account?.currency ?? platformCurrency
}
