import { Cron } from 'croner'
import type { CatalogueCheck, CatalogueSaving } from '../../../../engine/catalogue-part.ts'
import { minuteMs, toDateTime } from '../../../../kernel/time.ts'
import { ianaTimeZone } from '../../../../kernel/time-zone.ts'
import type { CalendarRow } from '../../../../model/catalogue.ts'
import { nextCutoff } from '../../cutoff.ts'
import { daysOf, holidayKey, lastYear, scheduleOf } from '../calendar-days.ts'
import { entriesOf, entryOf } from '../document.ts'
import { type CalendarEntry, calendarEntry } from '../entry-schemas.ts'
import { catalogueLimits } from '../limits.ts'
import { catalogueChangeSentences, catalogueSentences } from '../sentences.ts'
import { simplePart } from './simple-part.ts'

const { say } = catalogueSentences

/** When runs close. */
export const calendarsPart = simplePart<CalendarEntry, CalendarRow>(
  {
    table: 'calendars',
    prefix: 'cal',
    toEntry: ({ cron, timeZone, holidays, closedOn, openOn }) => ({
      cron,
      timeZone,
      ...(holidays.length > 0 ? { holidays: holidays as NonNullable<CalendarEntry['holidays']> } : {}),
      ...(closedOn.length > 0 ? { closedOn } : {}),
      ...(openOn.length > 0 ? { openOn } : {}),
    }),
    toRow: (entry, { facts }: CatalogueSaving) => ({
      cron: entry.cron,
      timeZone: entry.timeZone,
      holidays: (entry.holidays ?? []) as CalendarRow['holidays'],
      closedOn: entry.closedOn ?? [],
      openOn: entry.openOn ?? [],
      days: daysOf(entry, facts),
      daysUntil: lastYear(facts.today),
    }),
  },
  {
    name: 'calendars',
    noun: 'calendar',
    schema: calendarEntry,
    limit: catalogueLimits.calendars,
    *check(check: CatalogueCheck) {
      for (const [index, entry] of entriesOf(check.next, 'calendars').entries()) {
        yield
        if (entry.archived) continue
        if (checkCalendar(check, index, entry)) checkCutoff(check, index, entry)
      }
    },
  },
)

/** Reports what cannot be understood; false where no cutoff can be looked for. */
const checkCalendar = (check: CatalogueCheck, index: number, entry: CalendarEntry): boolean => {
  const { cron, timeZone } = entry
  let understood = true
  const refuse = (...said: Parameters<CatalogueCheck['report']>) => {
    check.report(...said)
    understood = false
  }
  if (ianaTimeZone(timeZone) !== timeZone) refuse([index, 'timeZone'], say('time_zone.unknown', { timeZone }))
  const minutes = gapOf(cron)
  const limit = catalogueLimits.cutoffMinutes
  if (minutes === undefined) refuse([index, 'cron'], say('cutoff.cron', { cron }))
  else if (minutes < limit)
    refuse([index, 'cron'], say('cutoff.too_often', { cron, minutes: Math.ceil(minutes), limit }))
  return understood && checkHolidays(check, index, entry)
}

/** The least minutes between the coming instants of an expression; undefined where it is none. */
const gapOf = (text: string): number | undefined => {
  // Five fields: names such as @daily and single dates are understood by croner only.
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
}
/** A check depends on no clock but that of its facts. */
const anyMonday = Date.UTC(2025, 0, 6)

const checkHolidays = (check: CatalogueCheck, index: number, { holidays = [] }: CalendarEntry): boolean => {
  let known = true
  for (const [at, source] of holidays.entries()) {
    const days = check.facts.holidays[holidayKey(source)]
    if (days) continue
    known = false
    const { country, region } = source
    const here = [index, 'holidays', at]
    if (region === undefined) check.report([...here, 'country'], say('holidays.unknown', { country }))
    else check.report([...here, 'region'], say('holidays.unknown_region', { region, country }))
  }
  return known
}

const checkCutoff = (check: CatalogueCheck, index: number, entry: CalendarEntry): void => {
  const { facts } = check
  const { key, cron } = entry
  const next = nextCutoff(scheduleOf(entry, facts), facts.now + 1)
  // Beyond the years whose holidays are known every day looks open.
  if (next === undefined || toDateTime(next).slice(0, 4) > lastYear(facts.today)) {
    check.report([index, 'cron'], say('cutoff.never', { cron }))
    return
  }
  const was = entryOf(facts.present, 'calendars', key)
  if (!was || was.archived) return
  const before = nextCutoff(scheduleOf(was, facts), facts.now + 1)
  if (before === next) return
  const said = catalogueChangeSentences
  check.change(
    key,
    before === undefined
      ? said.say('catalogue_change.no_cutoff', { key, next: toDateTime(next) })
      : said.say('catalogue_change.cutoff', { key, next: toDateTime(next), before: toDateTime(before) }),
  )
}
