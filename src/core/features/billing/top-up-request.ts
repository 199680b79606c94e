import type { Transaction } from '../../engine/context.ts'
import type { Services } from '../../engine/services.ts'
import { found, notFound, problem } from '../../kernel/errors.ts'
import { vatOf } from '../../kernel/money.ts'
import { toDateTime } from '../../kernel/time.ts'
import type { InvoiceRow, Seller, TopUpRow, TopUpStatus } from '../../model/billing.ts'
import { topUpLifecycle } from '../../model/billing.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import { everyone, type Rows, type Scope } from '../../ports/store.ts'
import { platformCurrency } from '../ledger/accounts.ts'
import { sellerOf } from '../ledger/seller.ts'
import { vatRates } from '../ledger/vat-countries.ts'
import { assertSellerNamed } from './invoiced.ts'
import type { TopUpWire } from './schema.ts'
import { billingProblems } from './sentences.ts'
import { assertHasBalance, creditPaid } from './top-up.ts'

/** Unpaid top-ups that one organisation may have. */
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

/**
 * Requests a top-up. Nothing is credited or invoiced before an operator confirms the payment. Throws 409
 * beyond `maxOpenTopUps`, and until the seller is named.
 */
export const requestTopUp = async (
  services: Services,
  { rows, work }: Transaction,
  organisation: OrganisationRow,
  amountCents: number,
): Promise<TopUpWire> => {
  assertHasBalance(organisation)
  await assertSellerNamed(rows)
  const organisationId = organisation.id
  const waiting = await rows.topUps.count({ organisationId }, { status: 'REQUESTED' })
  if (waiting >= maxOpenTopUps) {
    throw problem(billingProblems.say('invalid_state.open_top_ups', { count: waiting }))
  }
  const row = await newTopUp(services, rows, organisationId, amountCents)
  await rows.topUps.insert(row)
  work.hint({ of: 'topUp', organisationId, mode: null })
  return topUpToWire(row, organisation, await sellerOf(rows))
}

/** A top-up that is asked for. */
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
 * Confirms that a top-up was paid: issues its invoice, paid at issue, and credits it. Repeated with the same
 * payment, it answers with that invoice. Throws 404, and 409 where the top-up is done or cancelled, the
 * payment was credited before, or no seller is named.
 */
export const confirmTopUp = async (
  services: Services,
  transaction: Transaction,
  scope: Scope,
  id: string,
  paymentId: string | null,
): Promise<InvoiceRow> => {
  const { rows } = transaction
  const row = await topUpById(rows, scope, id)
  const invoiced = row.invoiceId === null ? undefined : await rows.invoices.get(scope, row.invoiceId)
  if (invoiced && paymentId !== null && invoiced.paymentId === paymentId) return invoiced
  topUpLifecycle.assert(row.status, 'PAID')
  await assertSellerNamed(rows)
  const organisation = await rows.organisations.get(everyone, row.organisationId)
  if (!organisation) throw notFound('organisation')
  const { amountCents } = row
  const invoice = await creditPaid(services, transaction, organisation, { amountCents, paymentId })
  await changeTopUp(services, transaction, row, { status: 'PAID', invoiceId: invoice.id })
  return invoice
}

/** Cancels a top-up that will not be paid. Throws 404, and 409 where it was paid or cancelled. */
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

/** Changes a top-up from what it was. Throws 409 where another did so meanwhile. */
export const changeTopUp = async (
  services: Services,
  { rows, work }: Transaction,
  row: TopUpRow,
  fields: { status: TopUpStatus; invoiceId?: string; paymentId?: string | null },
): Promise<TopUpRow> => {
  const patch = { ...fields, updatedAt: services.clock.now() }
  const { organisationId, id, status } = row
  if (!(await rows.topUps.update({ organisationId }, id, patch, { status }))) {
    throw problem(billingProblems.say('invalid_state.top_up_changed'))
  }
  work.hint({ of: 'topUp', organisationId, mode: null })
  return { ...row, ...patch }
}
