import type { Schemas } from '../../api/client.ts'
import { dayOf, timeOfDay } from '../../messages/index.svelte.ts'

type Run = Schemas['Run']
type Cutoff = Schemas['RunCalendar']['data'][number]

export const visibleWeeks = 5
const dayMs = 86_400_000

/** Returns a day as `YYYY-MM-DD`. */
const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export const addDays = (day: string, days: number): string => dayAt(Date.parse(day) + days * dayMs)

/** Returns the Monday of a day's week. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

export const daysFrom = (first: string): string[] =>
  Array.from({ length: visibleWeeks * 7 }, (_, index) => addDays(first, index))

export interface CalendarDay {
  day: string
  /** Upcoming cutoffs. */
  cutoffs: Cutoff[]
  runs: Run[]
}

/** Returns all shown days with cutoffs and runs, in the organisation's time zone. */
export const calendarDays = (
  first: string,
  cutoffs: readonly Cutoff[],
  runs: readonly Run[],
): CalendarDay[] =>
  daysFrom(first).map((day) => ({
    day,
    cutoffs: cutoffs.filter(({ cutoffAt }) => dayOf(cutoffAt) === day),
    runs: runs.filter(({ cutoffAt }) => dayOf(cutoffAt) === day),
  }))

/** Returns the times of a day's cutoffs, without duplicates: `10:00, 16:00`. */
export const timesOf = ({ cutoffs }: Pick<CalendarDay, 'cutoffs'>): string =>
  [...new Set(cutoffs.map(({ cutoffAt }) => timeOfDay(cutoffAt)))].join(', ')

/** Returns the times of most days, which are shown once; '' without cutoffs. */
export const usualTimes = (days: readonly CalendarDay[]): string => {
  const counts = new Map<string, number>()
  for (const times of days.map(timesOf).filter(Boolean)) counts.set(times, (counts.get(times) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? ''
}
