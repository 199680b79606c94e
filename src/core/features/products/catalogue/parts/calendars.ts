import type { CatalogueCheck, CatalogueSaving } from '../../../../engine/catalogue-part.ts'
import { toDateTime } from '../../../../kernel/time.ts'
import type { CalendarRow } from '../../../../model/catalogue.ts'
import type { CutoffSchedule } from '../../../../model/products.ts'
import { everyone, type Rows } from '../../../../ports/store.ts'
import { nextCutoff } from '../../cutoffs.ts'
import { catalogueChangeSentences, catalogueSentences } from '../../sentences.ts'
import { calendarFaults, daysOf, lastYear, scheduleOf } from '../calendar-days.ts'
import { entriesOf, entryOf } from '../document.ts'
import { type CalendarEntry, calendarEntry } from '../entries/entry-schemas.ts'
import { catalogueLimits } from '../entries/limits.ts'
import { simplePart } from './simple-part.ts'

/** Maximum number of runs to list; further ones are counted. */
const named = catalogueLimits.keptRuns

interface OpenRun {
  id: string
  specification: string
  cutoffAt: number
  itemCount: number
}

/** Returns open live runs, sorted by cutoff. */
const openRuns = async (rows: Rows): Promise<OpenRun[]> => {
  const runs = await rows.runs.find(everyone, { mode: 'live', status: 'OPEN' })
  if (runs.length === 0) return []
  const specifications = await rows.specifications.find(everyone, {})
  const keys = new Map(specifications.map((row) => [row.id, row.key]))
  return runs
    .flatMap(({ id, specificationId, cutoffAt, itemCount }) => {
      const specification = keys.get(specificationId)
      return specification ? [{ id, specification, cutoffAt, itemCount }] : []
    })
    .sort((a, b) => a.cutoffAt - b.cutoffAt || (a.id < b.id ? -1 : 1))
}

/** Reports open runs whose cutoff leaves their calendar: the operator must know that it still applies. */
export function* reportKeptCutoffs(check: CatalogueCheck, runs: readonly OpenRun[]): Generator<void> {
  if (runs.length === 0) return
  const { facts, next } = check
  const schedules = yield* schedulesIn(next, facts)
  // An earlier change may have left such a cutoff; it is not reported again.
  const before = yield* schedulesIn(facts.present, facts)
  let kept = 0
  for (const { id, specification, cutoffAt, itemCount } of runs) {
    yield
    const key = entryOf(next, 'specifications', specification)?.calendar
    const schedule = schedules.get(key ?? '')
    if (!schedule || nextCutoff(schedule, cutoffAt) === cutoffAt) continue
    const former = before.get(entryOf(facts.present, 'specifications', specification)?.calendar ?? '')
    if (!former || nextCutoff(former, cutoffAt) !== cutoffAt) continue
    kept += 1
    if (kept > named) continue
    const { timeZone } = schedule
    const cutoff = toDateTime(cutoffAt)
    check.change(
      key!,
      catalogueChangeSentences.sentence('catalogue_change.run_keeps', {
        run: id,
        specification,
        count: itemCount,
        cutoff,
        timeZone,
      }),
    )
  }
  if (kept > named)
    check.change(
      '',
      catalogueChangeSentences.sentence('catalogue_change.more_runs_keep', { count: kept - named }),
    )
}

/** Computes the schedules of all valid calendars once for all runs. */
function* schedulesIn(
  file: CatalogueCheck['next'],
  facts: CatalogueCheck['facts'],
): Generator<void, ReadonlyMap<string, CutoffSchedule>> {
  const schedules = new Map<string, CutoffSchedule>()
  for (const calendar of entriesOf(file, 'calendars')) {
    yield
    if (calendarFaults(calendar, facts.holidays).length === 0)
      schedules.set(calendar.key, scheduleOf(calendar, facts))
  }
  return schedules
}

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
        for (const { place, sentence } of faults) check.report([index, ...place], sentence)
        if (faults.length === 0) checkCutoff(check, index, entry)
      }
      yield* reportKeptCutoffs(check, (check.facts.more.calendars ?? []) as OpenRun[])
    },
  },
)

const checkCutoff = (check: CatalogueCheck, index: number, entry: CalendarEntry): void => {
  const { facts } = check
  const { key, cron, timeZone } = entry
  const next = nextCutoff(scheduleOf(entry, facts), facts.now + 1)
  // Holidays beyond this year are unknown, so every later day would look open.
  if (next === undefined || toDateTime(next).slice(0, 4) > lastYear(facts.today)) {
    check.report([index, 'cron'], catalogueSentences.sentence('cutoff.never', { cron }))
    return
  }
  const was = entryOf(facts.present, 'calendars', key)
  if (!was || was.archived) return
  const before = nextCutoff(scheduleOf(was, facts), facts.now + 1)
  if (before === next) return
  // Both are shown in the new time zone, so that they can be compared.
  const at = { key, timeZone, next: toDateTime(next) }
  check.change(
    key,
    before === undefined
      ? catalogueChangeSentences.sentence('catalogue_change.no_cutoff', at)
      : catalogueChangeSentences.sentence('catalogue_change.cutoff', { ...at, before: toDateTime(before) }),
  )
}
