import { argsOf } from '../../engine/jobs/kinds.ts'
import type { Services } from '../../engine/services.ts'
import { transact } from '../../engine/transact.ts'
import { asError, invalid, validationFailed } from '../../kernel/errors.ts'
import { gt, lte, not } from '../../kernel/query.ts'
import {
  dayMs,
  fromDateTime,
  hourMs,
  isDateTime,
  minuteMs,
  secondMs,
  toDateTime,
  toDateTimeOrNull,
} from '../../kernel/time.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { testClockSentences } from './sentences.ts'

/** An instant, the next cutoff, or an ISO 8601 duration. */
export interface ClockTarget {
  /** RFC 3339, or `next-cutoff`. */
  to?: string | undefined
  /** `P3D`, `PT90M`, `P1W`: weeks, days, hours, minutes and seconds. */
  by?: string | undefined
}

/** The instant (ms) to reach, and the least offset from real time (ms) to end with. */
export interface ClockGoal {
  to: number
  offsetMs: number
}

/** Longest advance of one call. */
export const maxAdvanceMs = 366 * dayMs

/** The answer of `GET /developers/test-clock`. */
export const testClockToWire = async (services: Services, rows: Rows, organisationId: string) => {
  const organisation = await rows.organisations.get(everyone, organisationId)
  const offsetMs = organisation?.testClockOffsetMs ?? 0
  const now = services.clock.now() + offsetMs
  return {
    now: toDateTime(now),
    realNow: toDateTime(services.clock.now()),
    offsetMs,
    nextCutoffAt: toDateTimeOrNull((await nextTestCutoff(rows, organisationId)) ?? null),
    advancingTo: toDateTimeOrNull(await advancingTo(rows, organisationId)),
    waitingJobs: await rows.jobs.count(everyone, {
      clock: organisationId,
      status: not('FAILED'),
      dueAt: lte(now),
    }),
  }
}

const advancingTo = async (rows: Rows, organisationId: string): Promise<number | null> => {
  const goals = await goalsOf(rows, organisationId)
  return goals.length === 0 ? null : Math.max(...goals.map(({ to }) => to))
}

const advanceKind = 'developers.advanceTestClock'

const goalsOf = async (rows: Rows, organisationId: string): Promise<ClockGoal[]> => {
  const jobs = await rows.jobs.find(everyone, { kind: advanceKind, organisationId, status: not('FAILED') })
  return jobs.map((job) => {
    const { to, offsetMs = 0 } = argsOf<typeof advanceKind>(job)
    return { to, offsetMs }
  })
}

/** Returns the next cutoff of a run with items (docs/api-rules.md#test-clock). */
export const nextTestCutoff = async (rows: Rows, organisationId: string): Promise<number | undefined> => {
  const [run] = await rows.runs.find(
    { organisationId, mode: 'test' },
    { status: 'OPEN', itemCount: gt(0) },
    { order: [{ field: 'cutoffAt' }], limit: 1 },
  )
  return run?.cutoffAt
}

/**
 * With `by` it also fixes the offset from real time, so that the duration of the advance is not deducted;
 * `by` counts from the target of an unfinished advance, otherwise from the clock. Throws 422 for none or
 * both, an invalid value, the past, more than a year ahead, and `next-cutoff` if no run has items.
 */
export const clockTarget = async (
  services: Services,
  rows: Rows,
  organisationId: string,
  target: ClockTarget,
): Promise<ClockGoal> => {
  const organisation = await rows.organisations.get(everyone, organisationId)
  const offset = organisation?.testClockOffsetMs ?? 0
  const realNow = services.clock.now()
  const now = realNow + offset
  if ((target.to === undefined) === (target.by === undefined)) {
    const sentence = testClockSentences.sentence(
      target.to === undefined ? 'required.clock_target' : 'exclusive.clock_target',
    )
    throw validationFailed(['to', 'by'].map((parameter) => asError(sentence, parameter)))
  }
  if (target.to === undefined) {
    const lengthMs = durationMs(target.by!)
    assertNear('by', lengthMs)
    const goals = await goalsOf(rows, organisationId)
    const ends = goals.map((goal) => Math.max(goal.to, realNow + goal.offsetMs))
    const to = Math.max(now, ...ends) + lengthMs
    return { to, offsetMs: to - realNow }
  }
  const to = await instantOf(rows, organisationId, target.to, now)
  if (to < now) {
    throw invalid('to', testClockSentences.sentence('past.clock', { time: toDateTime(now) }))
  }
  assertNear('to', to - now)
  return { to, offsetMs: 0 }
}

const assertNear = (parameter: string, lengthMs: number): void => {
  if (lengthMs <= maxAdvanceMs) return
  throw invalid(parameter, testClockSentences.sentence('too_far.clock'))
}

/**
 * If the server stopped after the clock passed a cutoff and before the run was closed, the next cutoff is
 * now, and the advance closes the run.
 */
const instantOf = async (rows: Rows, organisationId: string, to: string, now: number): Promise<number> => {
  if (to !== 'next-cutoff') {
    if (!isDateTime(to)) {
      throw invalid('to', testClockSentences.sentence('invalid.instant'))
    }
    return fromDateTime(to)
  }
  const cutoff = await nextTestCutoff(rows, organisationId)
  if (cutoff === undefined) throw invalid('to', testClockSentences.sentence('no_cutoff'))
  return Math.max(cutoff, now)
}

const unitsMs = [7 * dayMs, dayMs, hourMs, minuteMs, secondMs]

/** Returns a duration in ms. Months and years have no fixed length and are refused. */
const durationMs = (text: string): number => {
  const match =
    /^P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,9})M)?(?:(\d{1,12})S)?)?$/.exec(text)
  const parts = match?.slice(1) ?? []
  if (!parts.some((part) => part !== undefined)) {
    throw invalid('by', testClockSentences.sentence('invalid.duration'))
  }
  return parts.reduce((sum, part, index) => sum + Number(part ?? 0) * unitsMs[index]!, 0)
}

/** A longer advance is answered before it is done and continues in a job. */
const patienceMs = 2 * secondMs

/** Advances the clock for at most two seconds (or `patience`, in ms); call again to continue. */
export const advanceSlice = (
  services: Services,
  organisationId: string,
  { to, offsetMs }: ClockGoal,
  patience: number = patienceMs,
) => {
  const startedAt = services.clock.now()
  const pause = () => services.clock.now() - startedAt >= patience
  return services.scheduler.advance(organisationId, to, pause, offsetMs)
}

/** Runs what becomes due, in order. Expects a goal of `clockTarget`. Repeating it does nothing. */
export const advanceTestClock = async (
  services: Services,
  organisationId: string,
  goal: ClockGoal,
  patience?: number,
) => {
  const { ran, done } = await advanceSlice(services, organisationId, goal, patience)
  if (!done) {
    await transact(services, async ({ work }) => {
      // The job waits on the real clock, because it moves the test clock.
      work.enqueue({
        kind: advanceKind,
        subject: `${organisationId}|${goal.to}`,
        organisationId,
        mode: null,
        dueAt: services.clock.now(),
        payload: { organisationId, ...goal },
      })
    })
  }
  const clock = await services.store.read((rows) => testClockToWire(services, rows, organisationId))
  return { ...clock, done, ranJobs: ran }
}
