import { invalid } from '../../kernel/errors.ts'
import { addDays, dayIn, hourMs, minuteMs } from '../../kernel/time.ts'
import type { Seller } from '../../model/billing.ts'
import type { Rows } from '../../ports/store.ts'
import { monthOf, sellerOf } from '../ledger/seller.ts'
import { billingSentences } from './sentences.ts'

/** The first day of the following month: `2026-12` → `2027-01-01`. */
export const firstOfNext = (month: string): string => `${addDays(`${month}-28`, 4).slice(0, 7)}-01`

/** The last day of a month: `2026-02` → `2026-02-28`. */
export const lastDay = (month: string): string => addDays(firstOfNext(month), -1)

/**
 * When the seller's next month begins, in ms. Steps of a quarter of an hour are enough, because the offset of
 * every time zone is a multiple of it.
 */
export const startOfNextMonth = (seller: Pick<Seller, 'timeZone'>, now: number): number => {
  const first = firstOfNext(monthOf(seller, now))
  let at = Date.parse(`${first}T00:00:00Z`) - 15 * hourMs
  while (dayIn(seller.timeZone, at) < first) at += 15 * minuteMs
  return at
}

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
