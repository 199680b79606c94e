import { localMinute } from '../../../ui/local-time.ts'

/** Today in the browser's time zone, `YYYY-MM-DD`. */
export const todayHere = (): string => localMinute(new Date()).slice(0, 10)

/** Returns the first day of the next month. */
export const firstOfNextMonth = (day: string): string => {
  const [year, month] = day.split('-').map(Number)
  return new Date(Date.UTC(year!, month!, 1)).toISOString().slice(0, 10)
}
