import type { Transaction } from '../../engine/context.ts'
import type { Services } from '../../engine/services.ts'
import { transact } from '../../engine/transact.ts'
import { parse } from '../../engine/validate.ts'
import { problem } from '../../kernel/errors.ts'
import { formatCents } from '../../kernel/money.ts'
import type { TopUpRow } from '../../model/billing.ts'
import { topUpLifecycle } from '../../model/billing.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { sellerOf } from '../ledger/seller.ts'
import { whyNotInvoiced } from '../ledger/vat.ts'
import { assertSellerConfigured } from './invoice.ts'
import type { InvoiceDetail, TopUpWire } from './schema.ts'
import { billingProblems } from './sentences.ts'
import {
  assertHasBalance,
  changeTopUp,
  creditedBy,
  currencyForCredit,
  directInput,
  newTopUp,
  postTopUp,
  type TopUp,
  topUp,
  topUpById,
  topUpToWire,
} from './top-ups.ts'

/* Payments to sellers for whom Lettershop issues no invoices (docs/design/billing.md). */

/**
 * Credits a payment, and invoices it if the seller's invoices are supported. Throws as `topUp` does, and
 * 409 if no seller is configured.
 */
export const receivePayment = async (
  services: Services,
  input: TopUp,
): Promise<InvoiceDetail | TopUpWire> => {
  const { organisationId, amountCents, paymentId = null } = parse(directInput, input, 'body')
  const seller = await services.store.read(sellerOf)
  await services.store.read(async (rows) => {
    if (!(await creditedBy(rows, organisationId, paymentId))) await assertSellerConfigured(rows)
  })
  if (!whyNotInvoiced(seller.country, seller.currency)) return topUp(services, input)
  return transact(services, async (transaction) => {
    const organisation = await transaction.rows.organisations.get(everyone, organisationId)
    if (!organisation)
      throw problem(billingProblems.sentence('not_found.organisation', { id: organisationId }))
    return bookPayment(services, transaction, organisation, amountCents, paymentId)
  })
}

/**
 * Credits a paid top-up without an invoice and keeps the payment's reference. Repeated with the same payment,
 * it returns the same top-up. Throws 404; 409 if the top-up is paid or cancelled, the payment was recorded,
 * no seller is configured, or invoices are issued.
 */
export const bookTopUp = async (
  services: Services,
  transaction: Transaction,
  organisation: OrganisationRow,
  id: string,
  paymentId: string | null,
): Promise<TopUpWire> => {
  const { rows } = transaction
  const seller = await sellerOf(rows)
  const row = await topUpById(rows, { organisationId: organisation.id }, id)
  if (!whyNotInvoiced(seller.country, row.currency))
    throw problem(billingProblems.sentence('invalid_state.is_invoiced'))
  const isRepeated = row.status === 'PAID' && paymentId !== null && row.paymentId === paymentId
  if (isRepeated) return topUpToWire(row, organisation, seller)
  topUpLifecycle.assert(row.status, 'PAID')
  await assertSellerConfigured(rows)
  await creditUninvoiced(services, transaction, organisation, { amountCents: row.amountCents, paymentId })
  const booked = await changeTopUp(services, transaction, row, { status: 'PAID', paymentId })
  return topUpToWire(booked, organisation, seller)
}

/** Needs no requested top-up. Idempotent by payment. Throws 409 for another amount or without a balance. */
const bookPayment = async (
  services: Services,
  transaction: Transaction,
  organisation: OrganisationRow,
  amountCents: number,
  paymentId: string | null,
): Promise<TopUpWire> => {
  const { rows } = transaction
  const seller = await sellerOf(rows)
  const before = await bookedBy(rows, organisation.id, paymentId)
  if (before?.amountCents === amountCents) return topUpToWire(before, organisation, seller)
  await creditUninvoiced(services, transaction, organisation, { amountCents, paymentId })
  const row = {
    ...(await newTopUp(services, rows, organisation.id, amountCents)),
    status: 'PAID' as const,
    paymentId,
  }
  await rows.topUps.insert(row)
  transaction.work.hint({ of: 'topUp', organisationId: organisation.id, mode: null })
  return topUpToWire(row, organisation, seller)
}

const bookedBy = async (
  rows: Rows,
  organisationId: string,
  paymentId: string | null,
): Promise<TopUpRow | undefined> =>
  paymentId === null
    ? undefined
    : (await rows.topUps.find({ organisationId }, { status: 'PAID', paymentId }))[0]

/** Credits a payment. Throws 409 if it was recorded before or the organisation has no balance. */
const creditUninvoiced = async (
  services: Services,
  transaction: Transaction,
  organisation: OrganisationRow,
  { amountCents, paymentId }: { amountCents: number; paymentId: string | null },
): Promise<void> => {
  assertHasBalance(organisation)
  const organisationId = organisation.id
  const booked = await bookedBy(transaction.rows, organisationId, paymentId)
  if (booked) {
    const amount = `${booked.currency} ${formatCents(booked.amountCents)}`
    throw problem(
      billingProblems.sentence('invalid_state.booked_before', {
        payment: paymentId ?? '',
        amount,
        topUp: booked.id,
      }),
    )
  }
  const currency = await currencyForCredit(transaction.rows, organisationId, amountCents)
  postTopUp(transaction, { organisationId, amountCents, currency, at: services.clock.now() })
}
