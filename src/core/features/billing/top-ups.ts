import * as v from 'valibot'
import type { Transaction } from '../../engine/context.ts'
import type { Services } from '../../engine/services.ts'
import { transact } from '../../engine/transact.ts'
import { parse } from '../../engine/validate.ts'
import { found, invalid, notFound, problem } from '../../kernel/errors.ts'
import { formatCents, maxAmountCents, maxBalanceCents, vatOf } from '../../kernel/money.ts'
import { toDateTime } from '../../kernel/time.ts'
import {
  type InvoiceRow,
  type Seller,
  type TopUpRow,
  type TopUpStatus,
  topUpLifecycle,
} from '../../model/billing.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import { everyone, type Rows, type Scope } from '../../ports/store.ts'
import { platformCurrency } from '../ledger/accounts.ts'
import { books } from '../ledger/ledger.ts'
import { languageOf, profileOf } from '../ledger/profile.ts'
import { sellerOf } from '../ledger/seller.ts'
import { vatRates } from '../ledger/vat.ts'
import { assertSellerConfigured, issueInvoice, lineOf, toDetail } from './invoice.ts'
import { allInvoiceTexts, formatAmount, type TextsIn } from './invoice-words.ts'
import { type InvoiceDetail, paymentReference, type TopUpWire } from './schema.ts'
import { billingProblems, billingSentences } from './sentences.ts'

export const directInput = v.strictObject({
  organisationId: v.string(),
  /** Net of VAT. */
  amountCents: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxAmountCents)),
  /** The reference at the bank or payment provider. */
  paymentId: v.optional(paymentReference),
})
export type TopUp = v.InferInput<typeof directInput>

/**
 * Credits a payment and invoices it plus VAT, paid at issue. Items that wait for funds continue, oldest
 * first. A repeated payment is credited once and returns its invoice. Throws 422 for an invalid amount, 404
 * for an unknown organisation, 409 if the payment was credited with another amount or there is no balance.
 */
export const topUp = async (services: Services, input: TopUp): Promise<InvoiceDetail> => {
  const { organisationId, amountCents, paymentId } = parse(directInput, input, 'body')
  const textsIn = await allInvoiceTexts()
  const invoice = await transact(services, async (transaction) => {
    const organisation = await transaction.rows.organisations.get(everyone, organisationId)
    if (!organisation)
      throw problem(billingProblems.sentence('not_found.organisation', { id: organisationId }))
    const credited = await creditedBy(transaction.rows, organisationId, paymentId)
    if (credited?.subtotalCents === amountCents) return credited
    return creditPaid(services, transaction, organisation, {
      amountCents,
      paymentId: paymentId ?? null,
      textsIn,
    })
  })
  return toDetail(invoice)
}

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

/** An OWN_MAIL organisation has no balance. Throws 409. */
export const assertHasBalance = ({ billingMode }: Pick<OrganisationRow, 'billingMode'>): void => {
  if (billingMode !== 'OWN_MAIL') return
  throw problem(billingProblems.sentence('invalid_state.no_balance'))
}

interface Paid {
  amountCents: number
  paymentId: string | null
  textsIn: TextsIn
}

/** Credits a payment and issues its invoice. Throws 409 for a payment that was credited before. */
export const creditPaid = async (
  services: Services,
  transaction: Transaction,
  organisation: OrganisationRow,
  { amountCents, paymentId, textsIn }: Paid,
): Promise<InvoiceRow> => {
  const { rows } = transaction
  const organisationId = organisation.id
  const now = services.clock.now()
  assertHasBalance(organisation)
  const credited = await creditedBy(rows, organisationId, paymentId)
  if (credited) {
    const amount = `${credited.currency} ${formatCents(credited.subtotalCents)}`
    throw problem(
      billingProblems.sentence('invalid_state.credited_before', {
        payment: paymentId ?? '',
        amount,
        invoice: credited.number,
      }),
    )
  }
  const currency = await currencyForCredit(rows, organisationId, amountCents)
  const texts = textsIn(languageOf(await profileOf(rows, organisation), organisation))
  const description = texts.topUp({ sum: `${currency} ${formatAmount(texts, amountCents)}` })
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

export const postTopUp = (
  { work }: Transaction,
  entry: { organisationId: string; amountCents: number; currency: string; invoiceId?: string; at: number },
): void => work.of(books).post({ ...entry, kind: 'TOP_UP' })

/** Returns the currency of the balance. Throws 422 if the credit would exceed the maximum balance. */
export const currencyForCredit = async (
  rows: Rows,
  organisationId: string,
  amountCents: number,
): Promise<string> => {
  const account = await rows.accounts.get({ organisationId }, organisationId)
  const currency = account?.currency ?? platformCurrency
  if ((account?.balanceCents ?? 0) + amountCents > maxBalanceCents) {
    const most = { amount: formatCents(maxBalanceCents), currency }
    throw invalid('amountCents', billingSentences.sentence('too_much.balance', most))
  }
  return currency
}

export const maxOpenTopUps = 20

export const topUpToWire = (
  row: TopUpRow,
  organisation: Pick<OrganisationRow, 'vatTreatment'>,
  seller: Seller,
): TopUpWire => {
  const vatCents = vatOf(row.amountCents, vatRates[organisation.vatTreatment])
  return {
    id: row.id,
    status: row.status,
    amountCents: row.amountCents,
    vatCents,
    totalCents: row.amountCents + vatCents,
    currency: row.currency,
    reference: row.reference,
    payTo: { name: seller.name, iban: seller.iban, bic: seller.bic },
    invoiceId: row.invoiceId,
    createdAt: toDateTime(row.createdAt),
    updatedAt: toDateTime(row.updatedAt),
  }
}

/** An operator must confirm the payment. Throws 409 beyond `maxOpenTopUps`, and without seller or balance. */
export const requestTopUp = async (
  services: Services,
  { rows, work }: Transaction,
  organisation: OrganisationRow,
  amountCents: number,
): Promise<TopUpWire> => {
  assertHasBalance(organisation)
  await assertSellerConfigured(rows)
  const organisationId = organisation.id
  const waiting = await rows.topUps.count({ organisationId }, { status: 'REQUESTED' })
  if (waiting >= maxOpenTopUps) {
    throw problem(billingProblems.sentence('invalid_state.open_top_ups', { count: waiting }))
  }
  const row = await newTopUp(services, rows, organisationId, amountCents)
  await rows.topUps.insert(row)
  work.hint({ of: 'topUp', organisationId, mode: null })
  return topUpToWire(row, organisation, await sellerOf(rows))
}

export const newTopUp = async (
  services: Services,
  rows: Rows,
  organisationId: string,
  amountCents: number,
): Promise<TopUpRow> => {
  const now = services.clock.now()
  const account = await rows.accounts.get({ organisationId }, organisationId)
  return {
    id: services.ids.next('top'),
    organisationId,
    status: 'REQUESTED',
    amountCents,
    currency: account?.currency ?? platformCurrency,
    reference: services.ids.trackingCode(),
    invoiceId: null,
    paymentId: null,
    createdAt: now,
    updatedAt: now,
  }
}

export const topUpById = async (rows: Rows, scope: Scope, id: string): Promise<TopUpRow> =>
  found(await rows.topUps.get(scope, id), 'top-up')

/**
 * Issues the invoice, paid at issue, and credits it. Repeated with the same payment, it returns that invoice.
 * Throws 404; 409 if the top-up is paid or cancelled, the payment was credited, or no seller is configured.
 */
export const confirmTopUp = async (
  services: Services,
  transaction: Transaction,
  scope: Scope,
  id: string,
  { paymentId, textsIn }: Omit<Paid, 'amountCents'>,
): Promise<InvoiceRow> => {
  const { rows } = transaction
  const row = await topUpById(rows, scope, id)
  const invoiced = row.invoiceId === null ? undefined : await rows.invoices.get(scope, row.invoiceId)
  if (invoiced && paymentId !== null && invoiced.paymentId === paymentId) return invoiced
  topUpLifecycle.assert(row.status, 'PAID')
  await assertSellerConfigured(rows)
  const organisation = await rows.organisations.get(everyone, row.organisationId)
  if (!organisation) throw notFound('organisation')
  const { amountCents } = row
  const invoice = await creditPaid(services, transaction, organisation, { amountCents, paymentId, textsIn })
  await changeTopUp(services, transaction, row, { status: 'PAID', invoiceId: invoice.id })
  return invoice
}

/** Throws 404, and 409 if it was paid or cancelled. */
export const cancelTopUp = async (
  services: Services,
  transaction: Transaction,
  organisation: OrganisationRow,
  id: string,
): Promise<TopUpWire> => {
  const { rows } = transaction
  const row = await topUpById(rows, { organisationId: organisation.id }, id)
  topUpLifecycle.assert(row.status, 'CANCELLED')
  return topUpToWire(
    await changeTopUp(services, transaction, row, { status: 'CANCELLED' }),
    organisation,
    await sellerOf(rows),
  )
}

/** Throws 409 if it was changed at the same time. */
export const changeTopUp = async (
  services: Services,
  { rows, work }: Transaction,
  row: TopUpRow,
  fields: { status: TopUpStatus; invoiceId?: string; paymentId?: string | null },
): Promise<TopUpRow> => {
  const patch = { ...fields, updatedAt: services.clock.now() }
  const { organisationId, id, status } = row
  if (!(await rows.topUps.update({ organisationId }, id, patch, { status }))) {
    throw problem(billingProblems.sentence('invalid_state.top_up_changed'))
  }
  work.hint({ of: 'topUp', organisationId, mode: null })
  return { ...row, ...patch }
}
