import { Cron } from 'croner'
import type { CatalogueCheck, CatalogueSaving } from '../../../../engine/catalogue-part.ts'
import { toDateTime } from '../../../../kernel/time.ts'
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
  if (!isCron(cron)) refuse([index, 'cron'], say('cutoff.cron', { cron }))
  return understood && checkHolidays(check, index, entry)
}

const isCron = (text: string): boolean => {
  try {
    // Five fields, or six with seconds: names such as @daily and dates are understood by croner only.
    if (!/^\S+(\s+\S+){4,5}$/.test(text.trim())) return false
    new Cron(text, { paused: true, timezone: 'UTC' })
    return true
  } catch {
    return false
  }
}

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
  if (next === undefined) {
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
