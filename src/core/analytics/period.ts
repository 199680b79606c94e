import { invalid } from '../errors.ts'
import { addDays, dayIn } from '../time.ts'
import { type AnalyticsQuery, defaultDays, maxDays } from './schema.ts'

/** Days `YYYY-MM-DD` in the organisation's time zone, both included. */
export interface Period {
  from: string
  to: string
}

/**
 * The period that the parameters name: `from` and `to`, one of them with thirty days, or `days` back from
 * today (SPEC "Analytics"). Throws the 422s of DESIGN 5.
 */
export const periodOf = (query: AnalyticsQuery, timeZone: string, now: number): Period => {
  const { from, to, days } = query
  if (days !== undefined && (from !== undefined || to !== undefined)) {
    throw wrong('days', 'Give either days, or from and to.', 'conflict')
  }
  if (from === undefined && to === undefined) {
    const today = dayIn(timeZone, now)
    return { from: addDays(today, 1 - (days ?? defaultDays)), to: today }
  }
  const period = {
    from: from ?? addDays(to!, 1 - defaultDays),
    to: to ?? addDays(from!, defaultDays - 1),
  }
  if (period.from > period.to) throw wrong('from', `from (${from}) is after to (${to}).`, 'after_to')
  if (addDays(period.from, maxDays - 1) < period.to) {
    throw wrong('from', `From ${from} to ${to} are more than ${maxDays} days.`, 'too_long')
  }
  return period
}

const wrong = (parameter: string, message: string, code: string) => invalid(parameter, message, code, 'query')

/** Every day of a period, in order. */
export const daysOf = (period: Period): string[] => {
  const days: string[] = []
  for (let day = period.from; day <= period.to; day = addDays(day, 1)) days.push(day)
  return days
}
