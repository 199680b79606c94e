import type { CatalogueCheck, CatalogueSaving } from '../../../../engine/catalogue-part.ts'
import { toDateTime } from '../../../../kernel/time.ts'
import type { CalendarRow } from '../../../../model/catalogue.ts'
import { nextCutoff } from '../../cutoff.ts'
import { daysOf, lastYear, scheduleOf } from '../calendar-days.ts'
import { calendarFaults } from '../calendar-faults.ts'
import { entriesOf, entryOf } from '../document.ts'
import { type CalendarEntry, calendarEntry } from '../entry-schemas.ts'
import { type OpenRun, openRuns, tellKeptCutoffs } from '../kept-cutoffs.ts'
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
    gather: openRuns,
    *check(check: CatalogueCheck) {
      for (const [index, entry] of entriesOf(check.next, 'calendars').entries()) {
        yield
        if (entry.archived) continue
        const faults = calendarFaults(entry, check.facts.holidays)
        for (const { place, said } of faults) check.report([index, ...place], said)
        if (faults.length === 0) checkCutoff(check, index, entry)
      }
      yield* tellKeptCutoffs(check, (check.facts.more.calendars ?? []) as OpenRun[])
    },
  },
)

const checkCutoff = (check: CatalogueCheck, index: number, entry: CalendarEntry): void => {
  const { facts } = check
  const { key, cron, timeZone } = entry
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
  const { say: tell } = catalogueChangeSentences
  // Both are said in the zone that will count, so that they can be compared where the zone changes too.
  const at = { key, timeZone, next: toDateTime(next) }
  check.change(
    key,
    before === undefined
      ? tell('catalogue_change.no_cutoff', at)
      : tell('catalogue_change.cutoff', { ...at, before: toDateTime(before) }),
  )
}
