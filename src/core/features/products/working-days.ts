import { dayIn, dayMs } from '../../kernel/time.ts'
import type { CutoffSchedule } from '../../model/products.ts'

/**
 * The instant (ms) that many working days later, at the same time of day in UTC: Saturdays, Sundays and the
 * days that the schedule leaves out are not counted, and nothing ends on one. With no days it is the instant
 * itself. Holidays of where mail goes are not known here: a run goes to many countries.
 */
export const workingDaysAfter = (
  { timeZone, holidays }: Pick<CutoffSchedule, 'timeZone' | 'holidays'>,
  instant: number,
  days: number,
): number => {
  let ms = instant
  for (let left = days; left > 0; ) {
    ms += dayMs
    const day = dayIn(timeZone, ms)
    if (!isWeekend(day) && !holidays.includes(day)) left--
  }
  return ms
}

const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
