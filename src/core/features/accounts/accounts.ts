import type { AccountRow, LedgerAccount, LedgerKind } from '../../model/billing.ts'

/** Prices, balances and invoices are in euros. */
export const platformCurrency = 'EUR'

/** Below 50.00 available, `balance.low` is told; the organisation's billing settings change it. */
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

/** What an entry does to the account row: `balance` is available plus reserved. */
export const deltasOf = (kind: LedgerKind, amountCents: number): AccountDeltas => {
  const [debit, credit] = sidesOf[kind]
  const change = (account: LedgerAccount) =>
    (credit === account ? amountCents : 0) - (debit === account ? amountCents : 0)
  return { balanceCents: change('AVAILABLE') + change('RESERVED'), reservedCents: change('RESERVED') }
}

export const availableCents = (account: AccountDeltas): number => account.balanceCents - account.reservedCents

/** The account before its first entry. It begins below its threshold, which is no crossing to tell of. */
export const emptyAccount = (organisationId: string): AccountRow => ({
  id: organisationId,
  organisationId,
  balanceCents: 0,
  reservedCents: 0,
  lowThresholdCents: defaultLowThresholdCents,
  lowTold: true,
  currency: platformCurrency,
})
