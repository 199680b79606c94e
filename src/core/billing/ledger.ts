import type { Transaction } from '../context.ts'
import type { ItemRow } from '../items/store.ts'
import type { OrganisationRow } from '../organisations/store.ts'
import type { Services } from '../services.ts'

/** Moves of money that follow from an item's move; RESERVE is asked for, see `reserve`. */
export type MoneyMove = 'CAPTURE' | 'RELEASE' | 'REFUND'

/** Reserves an item's price. False when the available balance is too small: the item is then HELD. Always true in test mode. */
export const reserve = async (
  _services: Services,
  _transaction: Transaction,
  _organisation: OrganisationRow,
  _item: ItemRow,
  _now: number,
): Promise<boolean> => {
  throw new Error('in progress')
}

/** Gathers a move of money in the transaction's work; test items never touch the ledger. */
export const post = (_transaction: Transaction, _move: MoneyMove, _item: ItemRow, _now: number): void => {
  throw new Error('in progress')
}
