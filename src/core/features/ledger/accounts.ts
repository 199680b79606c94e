import { setFact } from '../../engine/facts.ts'
import type { AccountRow, LedgerAccount, LedgerKind } from '../../model/billing.ts'
import { everyone, type Rows, type WritableRows } from '../../ports/store.ts'

/** The currency if the catalogue names none. `currencyOf` returns the effective one. */
export const platformCurrency = 'EUR'

/** 50.00: default of the balance below which `balance.low` is emitted. */
export const defaultLowThresholdCents = 5_000

/** The first account is debited, the second credited. */
export const sidesOf: Readonly<Record<LedgerKind, readonly [debit: LedgerAccount, credit: LedgerAccount]>> = {
  TOP_UP: ['CASH', 'AVAILABLE'],
  WITHDRAWAL: ['AVAILABLE', 'CASH'],
  RESERVE: ['AVAILABLE', 'RESERVED'],
  CAPTURE: ['RESERVED', 'REVENUE'],
  RELEASE: ['RESERVED', 'AVAILABLE'],
  REFUND: ['REVENUE', 'AVAILABLE'],
  INVOICE: ['RECEIVABLE', 'AVAILABLE'],
  CREDIT: ['REVENUE', 'RECEIVABLE'],
}

export type AccountDeltas = Pick<AccountRow, 'balanceCents' | 'reservedCents'>

/** Returns the changes that an entry makes to an account. The balance is available plus reserved money. */
export const deltasOf = (kind: LedgerKind, amountCents: number): AccountDeltas => {
  const [debit, credit] = sidesOf[kind]
  const change = (account: LedgerAccount) =>
    (credit === account ? amountCents : 0) - (debit === account ? amountCents : 0)
  return { balanceCents: change('AVAILABLE') + change('RESERVED'), reservedCents: change('RESERVED') }
}

export const availableCents = (account: AccountDeltas): number => account.balanceCents - account.reservedCents

/** An account starts below its threshold, which doesn't count as a crossing. */
export const emptyAccount = (organisationId: string, currency: string = platformCurrency): AccountRow => ({
  id: organisationId,
  organisationId,
  balanceCents: 0,
  reservedCents: 0,
  lowThresholdCents: defaultLowThresholdCents,
  lowBalanceNotified: true,
  currency,
})

const factId = 'currency'

/** Returns the instance's only currency: euros unless the catalogue says otherwise. */
export const currencyOf = async (rows: Pick<Rows, 'facts'>): Promise<string> =>
  (await rows.facts.get(everyone, factId))?.value ?? platformCurrency

/** True once any live item was priced or paid; the currency is then fixed. */
export const moneyWasCounted = async (
  rows: Pick<Rows, 'ledgerEntries' | 'topUps' | 'invoices' | 'analyticsDays'>,
): Promise<boolean> => {
  const one = { limit: 1, lock: 'none' } as const
  const found = [
    await rows.ledgerEntries.find(everyone, {}, one),
    await rows.topUps.find(everyone, {}, one),
    await rows.invoices.find(everyone, {}, one),
    await rows.analyticsDays.find(everyone, { mode: 'live' }, one),
  ]
  return found.some((rows) => rows.length > 0)
}

/**
 * Sets the currency of the instance and its accounts. Locks every organisation, so that none counts money
 * during the change. Returns false if money was already counted in another currency.
 */
export const setCurrency = async (rows: WritableRows, currency: string): Promise<boolean> => {
  if ((await currencyOf(rows)) === currency) return true
  const organisations = await rows.organisations.find(everyone, {}, { lock: 'none' })
  for (const { id } of organisations.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    await rows.organisations.get(everyone, id)
  if (await moneyWasCounted(rows)) return false
  await rows.accounts.updateWhere(everyone, {}, { currency })
  await setFact(rows, factId, currency)
  return true
}
