import type { Schemas } from '../../api/client.ts'
import type { Specification } from '../../api/specifications.ts'
import { dayIn } from '../../messages/times.ts'

type Run = Schemas['Run']
type Cutoff = Schemas['RunCalendar']['data'][number]

export const shownWeeks = 5
const dayMs = 86_400_000

/** A day of the calendar as `YYYY-MM-DD`. */
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export const addDays = (day: string, days: number): string => dayOf(Date.parse(day) + days * dayMs)

/** The Monday of the week that a day is in. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

export const daysFrom = (first: string): string[] =>
  Array.from({ length: shownWeeks * 7 }, (_, index) => addDays(first, index))

export interface CalendarDay {
  day: string
  /** The cutoffs to come. */
  cutoffs: Cutoff[]
  runs: Run[]
}

/** Every shown day with its cutoffs and its runs. A run's day is that of the zone in which its product closes. */
export const calendarDays = (
  first: string,
  cutoffs: readonly Cutoff[],
  runs: readonly Run[],
  specifications: readonly Specification[],
): CalendarDay[] => {
  const zones = new Map(specifications.map(({ id, cutoff }) => [id, cutoff.timeZone]))
  const dayOfRun = (run: Run) => dayIn(zones.get(run.productSpecificationId) ?? 'UTC', run.cutoffAt)
  return daysFrom(first).map((day) => ({
    day,
    cutoffs: cutoffs.filter((cutoff) => cutoff.day === day),
    runs: runs.filter((run) => dayOfRun(run) === day),
  }))
}
