import type { AccountRow, LedgerAccount, LedgerKind } from '../../model/billing.ts'

/** The currency of an instance whose catalogue names none: `currencyOf` says which one counts. */
export const platformCurrency = 'EUR'

/**
 * Available money below which `balance.low` is emitted, unless the billing settings name another amount:
 * 50.00.
 */
export const defaultLowThresholdCents = 5_000

/** The two sides of every kind of entry: the first is debited, the second credited. */
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

/** The change of the account row by an entry. The balance is available plus reserved money. */
export const deltasOf = (kind: LedgerKind, amountCents: number): AccountDeltas => {
  const [debit, credit] = sidesOf[kind]
  const change = (account: LedgerAccount) =>
    (credit === account ? amountCents : 0) - (debit === account ? amountCents : 0)
  return { balanceCents: change('AVAILABLE') + change('RESERVED'), reservedCents: change('RESERVED') }
}

export const availableCents = (account: AccountDeltas): number => account.balanceCents - account.reservedCents

/** The account before its first entry. It starts below its threshold, which does not count as a crossing. */
export const emptyAccount = (organisationId: string, currency: string = platformCurrency): AccountRow => ({
  id: organisationId,
  organisationId,
  balanceCents: 0,
  reservedCents: 0,
  lowThresholdCents: defaultLowThresholdCents,
  lowBalanceNotified: true,
  currency,
})
