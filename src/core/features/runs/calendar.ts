import * as v from 'valibot'
import type { ReadContext } from '../../engine/context.ts'
import { invalid } from '../../kernel/errors.ts'
import { ruleSentences } from '../../kernel/problem-sentences.ts'
import { gt } from '../../kernel/query.ts'
import { addDays, dayIn, hourMs, isCalendarDay, toDateTime } from '../../kernel/time.ts'
import { dateTime, described, fields, integer, namedObject } from '../../kernel/wire-schema.ts'
import type { SpecificationRow } from '../../model/products.ts'
import type { RunRow } from '../../model/runs.ts'
import { runStatus } from '../../model/wire-enums.ts'
import { everyone } from '../../ports/store.ts'
import { nextCutoff } from '../products/cutoffs.ts'
import { plannedDays } from '../products/planned-days.ts'
import { runLimits } from './limits.ts'
import { runSentences } from './sentences.ts'

const day = v.pipe(v.string(), v.check(isCalendarDay, ruleSentences.message('invalid_value.day')))

export const calendarQuery = v.strictObject({
  from: described(
    v.optional(day),
    'First day, `YYYY-MM-DD`, in each schedule’s own time zone; today by default.',
  ),
  days: described(
    v.optional(
      v.pipe(
        v.string(),
        v.regex(/^\d{1,3}$/, ruleSentences.message('invalid_format.days', { limit: runLimits.calendarDays })),
        v.transform(Number),
        v.minValue(1),
        v.maxValue(runLimits.calendarDays),
      ),
    ),
    'Number of days.',
  ),
  productSpecificationId: described(
    v.optional(v.pipe(v.string(), v.maxLength(40))),
    'Only the cutoffs of this specification, `psp_…`.',
  ),
})

export const calendarSchema = namedObject('RunCalendar', 'The coming cutoffs.', {
  data: described(
    v.array(
      v.object({
        productId: fields.productId,
        productSpecificationId: fields.productSpecificationId,
        cutoffAt: described(dateTime, 'The cutoff (RFC 3339, UTC).'),
        day: described(
          v.string(),
          'Day of the cutoff in the time zone of its schedule, `YYYY-MM-DD`, to compare with `sendOn`.',
        ),
        timeZone: described(v.string(), 'Time zone of the schedule (IANA), e.g. `Europe/Amsterdam`.'),
        handedToCarrierOn: described(
          v.string(),
          'Planned day of hand-over to the carrier, `YYYY-MM-DD`: a working day of the schedule.',
        ),
        deliveredOn: described(
          v.string(),
          'Planned day of delivery, `YYYY-MM-DD`: a working day of the schedule. Holidays at the destination are not considered.',
        ),
        runId: described(
          v.nullable(v.string()),
          'The run of that cutoff, `run_…`; null if there is none yet.',
        ),
        runStatus: described(v.nullable(runStatus), 'Status of that run; null if there is none yet.'),
        itemCount: described(integer, 'Number of its items; 0 if there is no run yet.'),
      }),
    ),
    'The cutoffs, earliest first.',
  ),
})

type Entry = v.InferOutput<typeof calendarSchema>['data'][number]

export const calendarOf = async (
  { rows, scope, now }: ReadContext,
  { from, days = runLimits.calendarDaysDefault, productSpecificationId }: v.InferOutput<typeof calendarQuery>,
): Promise<Entry[]> => {
  if (from !== undefined && from > addDays(dayIn('UTC', now), runLimits.calendarAheadDays)) {
    throw invalid(
      'from',
      runSentences.sentence('too_far.calendar', { limit: runLimits.calendarAheadDays }),
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
    // Runs keep a cutoff that was removed from their schedule.
    const kept = [...own.keys()].filter(
      (cutoff) => !planned.includes(cutoff) && isWithin(specification, cutoff, now, from, days),
    )
    // A cutoff closes a run for each version of the specification and each printer.
    return [...planned, ...kept].flatMap((cutoff) =>
      (own.get(cutoff) ?? [undefined]).map((run) => entryOf(specification, cutoff, run)),
    )
  })
  return entries.sort(
    (a, b) => compare(a.cutoffAt, b.cutoffAt) || compare(a.productSpecificationId, b.productSpecificationId),
  )
}

const entryOf = (specification: SpecificationRow, cutoff: number, run: RunRow | undefined): Entry => {
  const { timeZone } = specification.cutoff
  return {
    productId: specification.productId,
    productSpecificationId: specification.id,
    cutoffAt: toDateTime(cutoff),
    day: dayIn(timeZone, cutoff),
    timeZone,
    ...plannedDays(specification, cutoff),
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
  // No time zone is more than 14 hours ahead of UTC, so the day cannot have begun earlier.
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
