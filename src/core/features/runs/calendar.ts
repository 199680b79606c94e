import type * as v from 'valibot'
import type { ReadContext } from '../../engine/context.ts'
import { invalid } from '../../kernel/errors.ts'
import { gt } from '../../kernel/query.ts'
import { addDays, dayIn, hourMs, toDateTime } from '../../kernel/time.ts'
import type { SpecificationRow } from '../../model/products.ts'
import type { RunRow } from '../../model/runs.ts'
import { everyone } from '../../ports/store.ts'
import { nextCutoff } from '../products/cutoff.ts'
import { workingDaysAfter } from '../products/working-days.ts'
import type { calendarQuery, calendarSchema } from './calendar-schema.ts'
import { runLimits } from './limits.ts'
import { runSentences } from './sentences.ts'

type Entry = v.InferOutput<typeof calendarSchema>['data'][number]

/** The coming cutoffs of some days, earliest first, with the runs that exist for them. */
export const calendarOf = async (
  { rows, scope, now }: ReadContext,
  { from, days = runLimits.calendarDaysDefault, productSpecificationId }: v.InferOutput<typeof calendarQuery>,
): Promise<Entry[]> => {
  if (from !== undefined && from > addDays(dayIn('UTC', now), runLimits.calendarAheadDays)) {
    throw invalid(
      'from',
      runSentences.say('too_far.calendar', { limit: runLimits.calendarAheadDays }),
      'query',
    )
  }
  const active = await rows.specifications.find(everyone, { active: true })
  const specifications = active.filter(({ id }) => (productSpecificationId ?? id) === id)
  const runs = await rows.runs.find(scope, { cutoffAt: gt(now) })
  const runsOf = Map.groupBy(runs, (run) => run.specificationId)
  const entries = specifications.flatMap((specification) => {
    const own = Map.groupBy(runsOf.get(specification.id) ?? [], (run) => run.cutoffAt)
    const planned = cutoffsOf(specification, now, from, days)
    // Runs whose cutoff the schedule names no more: it was changed, and they keep theirs.
    const kept = [...own.keys()].filter(
      (cutoff) => !planned.includes(cutoff) && isWithin(specification, cutoff, now, from, days),
    )
    return [...planned, ...kept].flatMap((cutoff) =>
      // A cutoff closes a run for each version of the specification, and for each printer.
      (own.get(cutoff) ?? [undefined]).map((run) => entryOf(specification, cutoff, run)),
    )
  })
  return entries.sort(
    (a, b) => compare(a.cutoffAt, b.cutoffAt) || compare(a.productSpecificationId, b.productSpecificationId),
  )
}

const entryOf = (
  { id, productId, productionDays, deliveryDays, cutoff: schedule }: SpecificationRow,
  cutoff: number,
  run: RunRow | undefined,
): Entry => {
  const { timeZone } = schedule
  const handedOver = workingDaysAfter(schedule, cutoff, productionDays)
  return {
    productId,
    productSpecificationId: id,
    cutoffAt: toDateTime(cutoff),
    day: dayIn(timeZone, cutoff),
    timeZone,
    handedToCarrierOn: dayIn(timeZone, handedOver),
    deliveredOn: dayIn(timeZone, workingDaysAfter(schedule, handedOver, deliveryDays)),
    runId: run?.id ?? null,
    runStatus: run?.status ?? null,
    itemCount: run?.itemCount ?? 0,
  }
}

const isWithin = (
  { cutoff: { timeZone } }: SpecificationRow,
  cutoff: number,
  now: number,
  from: string | undefined,
  days: number,
): boolean => {
  const first = from ?? dayIn(timeZone, now)
  const day = dayIn(timeZone, cutoff)
  return day >= first && day < addDays(first, days)
}

const cutoffsOf = (
  { cutoff: schedule }: SpecificationRow,
  now: number,
  from: string | undefined,
  days: number,
): number[] => {
  const first = from ?? dayIn(schedule.timeZone, now)
  const end = addDays(first, days)
  const cutoffs: number[] = []
  // No time zone is more than 14 hours ahead of UTC: the day cannot have begun before this.
  let instant = Math.max(now + 1, Date.parse(`${first}T00:00:00Z`) - 14 * hourMs)
  while (cutoffs.length < runLimits.calendarCutoffs) {
    const cutoff = nextCutoff(schedule, instant)
    if (cutoff === undefined || dayIn(schedule.timeZone, cutoff) >= end) break
    if (dayIn(schedule.timeZone, cutoff) >= first) cutoffs.push(cutoff)
    instant = cutoff + 1
  }
  return cutoffs
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
