import * as v from 'valibot'
import { dayIn } from '../../kernel/time.ts'
import { described } from '../../kernel/wire-schema.ts'
import type { SpecificationRow } from '../../model/products.ts'
import type { RunRow } from '../../model/runs.ts'
import { workingDaysAfter } from './cutoffs.ts'

/** Days as `YYYY-MM-DD` in the time zone of the schedule. */
export interface PlannedDays {
  handedToCarrierOn: string
  deliveredOn: string
}

type Schedule = Pick<SpecificationRow, 'cutoff' | 'productionDays' | 'deliveryDays'>

/** Times (ms) at which the carrier had a run and completed it; null before that. */
type Reached = Pick<RunRow, 'handedToCarrierAt' | 'completedAt'>

/** Days by schedule, which never changes: a list has many runs, and finding a day takes several microseconds. */
const known = new WeakMap<Schedule['cutoff'], Map<string, PlannedDays>>()
const maxKnown = 10_000

/** Returns the days planned for a cutoff (ms), or the real ones as far as they are known. */
export const plannedDays = (
  { cutoff: schedule, productionDays, deliveryDays }: Schedule,
  cutoffAt: number,
  { handedToCarrierAt, completedAt }: Reached = { handedToCarrierAt: null, completedAt: null },
): PlannedDays => {
  const ofSchedule = known.get(schedule) ?? new Map<string, PlannedDays>()
  known.set(schedule, ofSchedule)
  const key = `${productionDays} ${deliveryDays} ${cutoffAt} ${handedToCarrierAt} ${completedAt}`
  const found = ofSchedule.get(key)
  if (found) return found
  const handedOver = handedToCarrierAt ?? workingDaysAfter(schedule, cutoffAt, productionDays)
  // A run that is not reported as delivered is completed after its days of delivery, or later if no server ran.
  const delivered = Math.min(
    workingDaysAfter(schedule, handedOver, deliveryDays),
    completedAt ?? Number.POSITIVE_INFINITY,
  )
  const days = {
    handedToCarrierOn: dayIn(schedule.timeZone, handedOver),
    deliveredOn: dayIn(schedule.timeZone, delivered),
  }
  if (ofSchedule.size >= maxKnown) ofSchedule.clear()
  ofSchedule.set(key, days)
  return days
}

/** False for a cancelled run, and for one that was completed without any item. */
export const isRunPosted = ({ status, handedToCarrierAt }: RunRow): boolean =>
  status !== 'CANCELLED' && (status !== 'COMPLETED' || handedToCarrierAt !== null)

/** Returns the days of a run; undefined if nothing of it is posted. */
export const daysOfRun = (schedule: Schedule, run: RunRow): PlannedDays | undefined =>
  isRunPosted(run) ? plannedDays(schedule, run.cutoffAt, run) : undefined

const day = v.nullable(v.string())
/** Fields of a Postbatch or run. */
export const plannedDayFields = {
  handedToCarrierOn: described(
    day,
    'Day of hand-over to the carrier, `YYYY-MM-DD`: planned until then. Null if nothing is posted.',
  ),
  deliveredOn: described(
    day,
    'Planned day of delivery, `YYYY-MM-DD`, unless reported earlier. Null if nothing is posted.',
  ),
}

export const plannedDaysToWire = (days: PlannedDays | undefined) =>
  days ?? { handedToCarrierOn: null, deliveredOn: null }
