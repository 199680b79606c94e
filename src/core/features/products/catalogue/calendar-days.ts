import { Cron } from 'croner'
import type { CatalogueFacts } from '../../../engine/catalogue-part.ts'
import type { Sentence } from '../../../kernel/sentences.ts'
import { memoised } from '../../../kernel/text.ts'
import { ianaTimeZone, minuteMs } from '../../../kernel/time.ts'
import type { HolidaySource } from '../../../model/catalogue.ts'
import type { CutoffSchedule } from '../../../model/products.ts'
import { catalogueSentences } from '../sentences.ts'
import type { CalendarEntry } from './entries/entry-schemas.ts'
import { catalogueLimits } from './entries/limits.ts'

type Source = NonNullable<CalendarEntry['holidays']>[number] | HolidaySource

export const holidayKey = ({ country, region, types }: Source): string =>
  [country, region ?? '', ...(types ?? ['public']).toSorted()].join('|')

/** The last year of holidays that is loaded on a given day. */
export const lastYear = (today: string): string =>
  String(Number(today.slice(0, 4)) + catalogueLimits.yearsAhead - 1)

/** Returns the holidays of all loaded years, sorted and without duplicates. */
export const daysOf = ({ holidays = [] }: CalendarEntry, facts: Pick<CatalogueFacts, 'holidays'>): string[] =>
  [...new Set(holidays.flatMap((source) => facts.holidays[holidayKey(source)] ?? []))].sort()

/** Returns the calendar's own closed days and the holidays that it does not open. */
export const closedDays = (
  days: readonly string[],
  {
    closedOn = [],
    openOn = [],
  }: { closedOn?: readonly string[] | undefined; openOn?: readonly string[] | undefined },
): string[] => {
  const open = new Set(openOn)
  return [...new Set([...days.filter((day) => !open.has(day)), ...closedOn])].sort()
}

/** Returns the form that `nextCutoff` takes. */
export const scheduleOf = (
  entry: CalendarEntry,
  facts: Pick<CatalogueFacts, 'holidays'>,
): CutoffSchedule => ({
  cron: entry.cron,
  timeZone: entry.timeZone,
  holidays: closedDays(daysOf(entry, facts), entry),
})

const { sentence } = catalogueSentences

export interface CalendarFault {
  place: readonly (string | number)[]
  sentence: Sentence
}

/** Returns the errors in a calendar. Its cutoffs can be computed only if there are none. */
export const calendarFaults = (
  { cron, timeZone, holidays = [] }: Pick<CalendarEntry, 'cron' | 'timeZone' | 'holidays'>,
  known: CatalogueFacts['holidays'],
): CalendarFault[] => [
  ...(ianaTimeZone(timeZone) === timeZone
    ? []
    : [{ place: ['timeZone'], sentence: sentence('time_zone.unknown', { timeZone }) }]),
  ...cronFaults(cron),
  ...holidays.flatMap((source, at) => (known[holidayKey(source)] ? [] : [unknownSource(source, at)])),
]

const cronFaults = (cron: string): CalendarFault[] => {
  const minutes = gapOf(cron)
  const limit = catalogueLimits.cutoffMinutes
  if (minutes === undefined) return [{ place: ['cron'], sentence: sentence('cutoff.cron', { cron }) }]
  if (minutes >= limit) return []
  return [
    { place: ['cron'], sentence: sentence('cutoff.too_often', { cron, minutes: Math.ceil(minutes), limit }) },
  ]
}

/**
 * Returns the shortest time between cutoffs in minutes; undefined if the expression is invalid. Memoised: a
 * hundred instants take longer than the rest of a check, and calendars share a few expressions.
 */
const gapOf = memoised((text: string): number | undefined => {
  // croner would also accept names such as @daily and single dates.
  if (!/^\S+(\s+\S+){4}$/.test(text.trim())) return undefined
  try {
    const coming = new Cron(text, { paused: true, timezone: 'UTC' })
      .nextRuns(100, new Date(anyMonday))
      .map((instant) => instant.getTime())
    return Math.min(
      Number.MAX_SAFE_INTEGER,
      ...coming.slice(1).map((instant, at) => (instant - coming[at]!) / minuteMs),
    )
  } catch {
    return undefined
  }
})
/** A fixed start, so that a check depends on no clock but that of its facts. */
const anyMonday = Date.UTC(2025, 0, 6)

const unknownSource = (
  { country, region }: NonNullable<CalendarEntry['holidays']>[number],
  at: number,
): CalendarFault =>
  region === undefined
    ? { place: ['holidays', at, 'country'], sentence: sentence('holidays.unknown', { country }) }
    : {
        place: ['holidays', at, 'region'],
        sentence: sentence('holidays.unknown_region', { region, country }),
      }
