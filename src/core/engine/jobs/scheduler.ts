import { lte, oneOf, type Where } from '../../kernel/query.ts'
import { isWaiting, type JobRow } from '../../model/jobs.ts'
import { everyone } from '../../ports/store.ts'
import { testNow } from '../mode-clock.ts'
import type { Advanced, Scheduler, Services } from '../services.ts'
import { transact } from '../transact.ts'
import { earliestWaiting } from './job.ts'
import { type NewJob, recurringKinds } from './kinds.ts'
import { type ClockTurn, createLaneGroups, dueClocks } from './lanes.ts'
import type { JobRunner } from './runner.ts'

/** Returns one job of each recurring kind, due now. Each then reschedules itself. */
export const recurringJobs = (now: number): NewJob[] =>
  recurringKinds.map(
    (kind) => ({ kind, subject: 'instance', organisationId: null, mode: null, dueAt: now }) as NewJob,
  )

/** Adds recurring jobs that an older version lacked. The first organisation of an instance adds all. */
const addMissingRecurring = async (services: Services): Promise<void> => {
  const isMissing = await services.store.read(async (rows) => {
    const [organisation] = await rows.organisations.find(everyone, {}, { limit: 1 })
    if (!organisation) return false
    const jobs = await rows.jobs.find(everyone, { kind: oneOf(recurringKinds) })
    return new Set(jobs.map(({ kind }) => kind)).size < recurringKinds.length
  })
  if (!isMissing) return
  await transact(services, async ({ rows, work }) => {
    for (const job of recurringJobs(services.clock.now())) {
      const same = await rows.jobs.find(everyone, { kind: job.kind }, { limit: 1 })
      if (same.length === 0) work.enqueue(job)
    }
  })
}

/** Number of jobs that one `tick` runs at once on the real clock. */
const parallelJobs = 3

export const createScheduler = (services: Services, runner: JobRunner): Scheduler => {
  const onClock = createClockQueues()
  const laneGroups = createLaneGroups(services, runner, (clock, turn) =>
    onClock(clock, () => drainClock(services, runner, clock, turn)),
  )
  return {
    look: () => laneGroups.look(),
    addMissing: () => addMissingRecurring(services),
    drain: () => laneGroups.drain(),
    reap: (options) => runner.reap(options),
    activeCount: () => runner.activeCount(),
    async tick() {
      await runner.reap()
      let ran = await drainReal(services, runner)
      const clocks = await services.store.read((rows) => dueClocks(rows, services.clock.now()))
      for (const clock of clocks) {
        ran += await onClock(clock, () => drainClock(services, runner, clock))
      }
      const next = await services.store.read((rows) => earliestWaiting(rows, 'wakeAt'))
      return { ran, nextAt: next?.wakeAt }
    },
    async advance(organisationId, to, pause, offsetMs = 0) {
      const goal = { to, offsetMs }
      const advanced = await onClock(organisationId, () =>
        advance(services, runner, organisationId, goal, pause),
      )
      // Once per advance: pages that show the clock need not follow each step.
      services.live.noteHints([{ of: 'testClock', organisationId, mode: 'test' }])
      return advanced
    },
  }
}

/** Serialises work on each test clock, so that its jobs run in order of their times. */
const createClockQueues = () => {
  const queues = new Map<string, Promise<unknown>>()
  return <T>(organisationId: string, work: () => Promise<T>): Promise<T> => {
    const before = queues.get(organisationId) ?? Promise.resolve()
    const result = before.then(work, work)
    queues.set(organisationId, result)
    const forget = () => {
      if (queues.get(organisationId) === result) queues.delete(organisationId)
    }
    result.then(forget, forget)
    return result
  }
}

const drainReal = async (services: Services, runner: JobRunner): Promise<number> => {
  let ran = 0
  const now = () => services.clock.now()
  const runNext = () => runner.runOne({ clock: 'real', wakeAt: lte(now()) }, async () => now())
  const lane = async () => {
    while (await runNext()) ran++
  }
  await Promise.all(Array.from({ length: parallelJobs }, lane))
  return ran
}

const runClockJob = (
  runner: JobRunner,
  organisationId: string,
  until: number,
  now: (job: JobRow) => Promise<number>,
  isPressed = () => false,
) =>
  runner.runOne({ clock: organisationId, dueAt: lte(until) }, now, { testClockOf: organisationId, isPressed })

const drainClock = async (
  services: Services,
  runner: JobRunner,
  organisationId: string,
  { isPressed, mayGoOn }: ClockTurn = { isPressed: () => false, mayGoOn: () => true },
): Promise<number> => {
  let ran = 0
  const now = () => testNow(services, organisationId)
  do {
    if (!(await runClockJob(runner, organisationId, await now(), now, isPressed))) break
    ran++
  } while (mayGoOn())
  return ran
}

const advance = async (
  services: Services,
  runner: JobRunner,
  organisationId: string,
  { to, offsetMs }: { to: number; offsetMs: number },
  pause?: () => boolean,
): Promise<Advanced> => {
  const start = await testNow(services, organisationId)
  // The clock may have passed the goal while an earlier slice of this advance worked; jobs then see `start`.
  const until = () => Math.max(to, start, services.clock.now() + offsetMs)
  let ran = 0
  // A job sees its own due time, without the milliseconds that passed, so that a job it enqueues for now
  // falls due during this advance.
  const ownTime = async (job: JobRow) => Math.max(job.dueAt, start)
  for (;;) {
    const due = await nextDue(services, organisationId, until())
    if (due === undefined) {
      if (await isUnderWay(services, organisationId)) return { ran, done: false, elsewhere: true }
      break
    }
    if (pause?.()) return { ran, done: false }
    await moveTestClock(services, organisationId, due)
    if (await runClockJob(runner, organisationId, due, ownTime)) ran++
    else if (await isElsewhere(services, organisationId, due)) return { ran, done: false, elsewhere: true }
  }
  await moveTestClock(services, organisationId, to, offsetMs)
  return { ran, done: true }
}

/** True if the due job waits, because another process runs an earlier one. */
const isElsewhere = async (services: Services, organisationId: string, due: number): Promise<boolean> =>
  (await nextDue(services, organisationId, due)) === due

/**
 * Another process runs a job of this clock, which may enqueue more. This process runs none: the caller holds
 * the clock's queue.
 */
const isUnderWay = async (services: Services, organisationId: string): Promise<boolean> => {
  const running = await services.store.read((rows) =>
    rows.jobs.find(everyone, { status: 'RUNNING', clock: organisationId }, { limit: 1 }),
  )
  return running.length > 0
}

const nextDue = async (
  services: Services,
  organisationId: string,
  to: number,
): Promise<number | undefined> => {
  const due: Where<JobRow> = { clock: organisationId, dueAt: lte(to) }
  const job = await services.store.read((rows) => earliestWaiting(rows, 'dueAt', due))
  return job?.dueAt
}

/** Moves the clock to at least `to` and at least `leastMs` ahead of real time. Reschedules waiting jobs. */
const moveTestClock = (services: Services, organisationId: string, to: number, leastMs = 0): Promise<void> =>
  services.store.write(async (rows) => {
    const organisation = await rows.organisations.get(everyone, organisationId)
    if (!organisation) return
    const offset = Math.max(to - services.clock.now(), leastMs)
    // The offset only grows, so that a test item's past stays in the past.
    if (offset <= organisation.testClockOffsetMs) return
    await rows.organisations.update(everyone, organisationId, { testClockOffsetMs: offset })
    const waiting = await rows.jobs.find(everyone, [isWaiting, { clock: organisationId }])
    for (const job of waiting) await rows.jobs.update(everyone, job.id, { wakeAt: job.dueAt - offset })
  })
