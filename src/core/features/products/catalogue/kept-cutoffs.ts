import type { CatalogueCheck } from '../../../engine/catalogue-part.ts'
import { toDateTime } from '../../../kernel/time.ts'
import type { CutoffSchedule } from '../../../model/products.ts'
import { everyone, type Rows } from '../../../ports/store.ts'
import { nextCutoff } from '../cutoff.ts'
import { scheduleOf } from './calendar-days.ts'
import { calendarFaults } from './calendar-faults.ts'
import { entriesOf, entryOf } from './document.ts'
import { catalogueLimits } from './limits.ts'
import { catalogueChangeSentences } from './sentences.ts'

const { say } = catalogueChangeSentences

/** More are counted only. */
const named = catalogueLimits.keptRuns

/** A live run that waits for its cutoff. */
export interface OpenRun {
  id: string
  /** Key of its specification. */
  specification: string
  cutoffAt: number
  itemCount: number
}

/** The live runs that are open, those that close first at the front. */
export const openRuns = async (rows: Rows): Promise<OpenRun[]> => {
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

/**
 * Names the open runs whose cutoff their calendar names no more: they keep it, and whoever moves a cutoff must
 * know that somebody still has to print at the former one.
 */
export function* tellKeptCutoffs(check: CatalogueCheck, runs: readonly OpenRun[]): Generator<void> {
  if (runs.length === 0) return
  const { facts, next } = check
  const schedules = yield* schedulesIn(next, facts)
  // An earlier change may have left a cutoff, which is no news.
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
      say('catalogue_change.run_keeps', { run: id, specification, count: itemCount, cutoff, timeZone }),
    )
  }
  if (kept > named) check.change('', say('catalogue_change.more_runs_keep', { count: kept - named }))
}

/** What the calendars of a catalogue close at, of those that can be understood: once for all runs. */
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
