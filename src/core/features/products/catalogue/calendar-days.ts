import type { CatalogueFacts } from '../../../engine/catalogue-part.ts'
import type { HolidaySource } from '../../../model/catalogue.ts'
import type { CutoffSchedule } from '../../../model/products.ts'
import type { CalendarEntry } from './entry-schemas.ts'
import { catalogueLimits } from './limits.ts'

type Source = NonNullable<CalendarEntry['holidays']>[number] | HolidaySource

/** What tells sources of holidays apart. */
export const holidayKey = ({ country, region, types }: Source): string =>
  [country, region ?? '', ...(types ?? ['public']).toSorted()].join('|')

/** The last year whose holidays are looked up on a day. */
export const lastYear = (today: string): string =>
  String(Number(today.slice(0, 4)) + catalogueLimits.yearsAhead - 1)

/** The holidays of a calendar in the coming years, each once and in order. */
export const daysOf = ({ holidays = [] }: CalendarEntry, facts: Pick<CatalogueFacts, 'holidays'>): string[] =>
  [...new Set(holidays.flatMap((source) => facts.holidays[holidayKey(source)] ?? []))].sort()

/** The schedule of a calendar: its days without a cutoff are the holidays and its own closed days. */
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

/** What `nextCutoff` asks for, of an entry. */
export const scheduleOf = (
  entry: CalendarEntry,
  facts: Pick<CatalogueFacts, 'holidays'>,
): CutoffSchedule => ({
  cron: entry.cron,
  timeZone: entry.timeZone,
  holidays: closedDays(daysOf(entry, facts), entry),
})
