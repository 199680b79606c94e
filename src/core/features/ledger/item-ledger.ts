import type { Transaction } from '../../engine/context.ts'
import type { LedgerKind } from '../../model/billing.ts'
import type { ItemRow } from '../../model/items.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import { books } from './ledger.ts'

/** Movements of money that follow from an item's move. RESERVE is not among them: see `reserve`. */
export type MoneyMove = 'CAPTURE' | 'RELEASE' | 'REFUND'

type Priced = Pick<
  ItemRow,
  | 'id'
  | 'organisationId'
  | 'mode'
  | 'priceCents'
  | 'currency'
  | 'specificationId'
  | 'recipientCountry'
  | 'priceZone'
  | 'billingGroup'
>

/**
 * Reserves an item's price at once, if the available balance covers it; false means that the item is HELD for
 * INSUFFICIENT_FUNDS. Always true in test mode and for OWN_MAIL organisations, which never touch the ledger,
 * and for MONTHLY ones, whose available balance may go below zero: that is what they owe. `now` in ms.
 */
export const reserve = (
  { rows, work }: Transaction,
  organisation: Pick<OrganisationRow, 'billingMode'>,
  item: Priced,
  now: number,
): Promise<boolean> => {
  if (item.mode === 'test') return Promise.resolve(true)
  return work.of(books).reserveOnTerms(rows, entryOf('RESERVE', item, now), organisation.billingMode)
}

/**
 * Gathers a movement of an item's price in the unit of work. Test items and own mail never touch the ledger.
 */
export const post = (
  transaction: Transaction,
  { billingMode }: Pick<OrganisationRow, 'billingMode'>,
  move: MoneyMove,
  item: Priced,
  now: number,
): void => {
  if (item.mode === 'live' && billingMode !== 'OWN_MAIL')
    transaction.work.of(books).post(entryOf(move, item, now))
}

const entryOf = (kind: LedgerKind, item: Priced, now: number) => ({
  organisationId: item.organisationId,
  kind,
  amountCents: item.priceCents,
  currency: item.currency,
  itemId: item.id,
  item,
  at: now,
})
