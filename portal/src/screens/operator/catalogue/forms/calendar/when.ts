import { words as w } from 'words:catalogue-calendar'
import { preferences } from '../../../../../messages/index.svelte.ts'
import { weeklyOf } from './cron.ts'

/** Formats a cutoff in its calendar's time zone: Wednesday 6 January 2027, 10:00. */
export const cutoffWords = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat(preferences.locale, {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(iso))

const ofDay = (day: string, format: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(preferences.locale, { timeZone: 'UTC', ...format }).format(
    new Date(`${day}T00:00:00Z`),
  )

/** Formats a day with its weekday. */
export const dayWords = (day: string): string =>
  ofDay(day, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })

export const monthWords = (month: string): string => ofDay(`${month}-01`, { month: 'long', year: 'numeric' })

/** Returns the name of a weekday; Monday is 1. */
export const weekdayWords = (weekday: number, weekdayForm: 'long' | 'short'): string =>
  ofDay(`2024-01-0${weekday}`, { weekday: weekdayForm })

const instants = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g

/** Replaces timestamps in an API message by words in the calendar's time zone. */
export const inWords = (sentence: string, timeZone: string): string =>
  sentence.replace(instants, (iso) => cutoffWords(iso, timeZone))

const weekdayKeys = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** Describes a schedule; complex expressions stay as they are. */
export const scheduleWords = (cron: string): string => {
  const weekly = weeklyOf(cron)
  if (!weekly) return cron
  const { weekdays, times } = weekly
  const [first, last] = [weekdays.at(0)!, weekdays.at(-1)!]
  const isInRow = weekdays.length > 2 && last - first === weekdays.length - 1
  const days =
    weekdays.length === 7
      ? [w().everyDay]
      : isInRow
        ? [w().fromTo({ first: weekdayWords(first, 'long'), last: weekdayWords(last, 'long') })]
        : weekdays.map((weekday) => w().eachWeekday[weekdayKeys[weekday - 1]!])
  return w().daysAt({ days, times })
}
