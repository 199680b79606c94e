import { addDays, dayIn, hourMs, minuteMs } from '../../kernel/time.ts'

/** The month `YYYY-MM` of a time zone at `now` (ms). */
export const monthIn = (timeZone: string, now: number): string => dayIn(timeZone, now).slice(0, 7)

/** The first day of the following month: `2026-12` → `2027-01-01`. */
export const firstOfNext = (month: string): string => `${addDays(`${month}-28`, 4).slice(0, 7)}-01`

/**
 * When a time zone's next month begins, in ms. Steps of a quarter of an hour are enough, because the offset of
 * every time zone is a multiple of it.
 */
export const nextMonthIn = (timeZone: string, now: number): number => {
  const first = firstOfNext(monthIn(timeZone, now))
  let at = Date.parse(`${first}T00:00:00Z`) - 15 * hourMs
  while (dayIn(timeZone, at) < first) at += 15 * minuteMs
  return at
}
