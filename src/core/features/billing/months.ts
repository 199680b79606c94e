import { invalid } from '../../kernel/errors.ts'
import { addDays } from '../../kernel/time.ts'
import type { Seller } from '../../model/billing.ts'
import type { Rows } from '../../ports/store.ts'
import { monthOf, sellerOf } from '../ledger/seller.ts'
import { firstOfNext, nextMonthIn } from '../ledger/spending-month.ts'
import { billingSentences } from './sentences.ts'

/** The last day of a month: `2026-02` → `2026-02-28`. */
export const lastDay = (month: string): string => addDays(firstOfNext(month), -1)

/** When the seller's next month begins, in ms. */
export const startOfNextMonth = ({ timeZone }: Pick<Seller, 'timeZone'>, now: number): number =>
  nextMonthIn(timeZone, now)

/**
 * The requested month, by default the month before the present one. Throws 422 for a month that has not
 * ended.
 */
export const endedMonth = async (
  rows: Pick<Rows, 'facts'>,
  month: string | undefined,
  now: number,
): Promise<string> => {
  const current = monthOf(await sellerOf(rows), now)
  if (month === undefined) return addDays(`${current}-01`, -1).slice(0, 7)
  if (month >= current) throw invalid('month', billingSentences.say('out_of_range.month', { month }))
  return month
}
