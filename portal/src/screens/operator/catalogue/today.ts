import { localMinute } from '../../../ui/local-time.ts'

/** The day on which a person looks, as `YYYY-MM-DD`. */
export const todayHere = (): string => localMinute(new Date()).slice(0, 10)

/** The first day of the month after a day. */
export const firstOfNextMonth = (day: string): string => {
  const [year, month] = day.split('-').map(Number)
  return new Date(Date.UTC(year!, month!, 1)).toISOString().slice(0, 10)
}
