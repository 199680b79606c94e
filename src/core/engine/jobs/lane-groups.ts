import { gt, lt, lte, noneOf, not, oneOf, type Where } from '../../kernel/query.ts'
import { secondMs } from '../../kernel/time.ts'
import type { JobRow } from '../../model/jobs.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import type { Services } from '../services.ts'
import { createIdleWatch, type Seen } from './idle.ts'
import { productionKinds } from './kinds.ts'
import { createLanes, type Lanes, type Work } from './lanes.ts'
import type { JobRunner } from './runner.ts'

/*
 * What a server has under way at once (decision 150): lanes for production, lanes for everything else on the real clock, and
 * lanes for test clocks. None waits for another, so no number of imports or of test runs holds up a cutoff.
 */

const productionLanes = 2
const otherLanes = 3
/** Of `otherLanes`: one stays for the other organisations. */
const lanesOfOne = otherLanes - 1
const testClockLanes = 2
/** How long one test clock keeps its lane while others wait. */
const clockTurnMs = secondMs

export interface LaneGroups {
  look(): Promise<{ nextAt: number | undefined }>
  drain(): Promise<void>
}

/** What a test clock has of its lane. */
export interface ClockTurn {
  /** Asked before each job but the first. */
  mayGoOn(): boolean
  /** Asked within a job. */
  isPressed(): boolean
}

type DrainClock = (organisationId: string, turn: ClockTurn) => Promise<number>

/** `drainClock` runs what is due on a test clock, in order, for as long as it may go on. */
export const createLaneGroups = (
  services: Services,
  runner: JobRunner,
  drainClock: DrainClock,
): LaneGroups => {
  const production = createLanes(productionLanes, () =>
    claim(services, runner, [isProduction], () => production),
  )
  const others = createOthers(services, runner)
  const clocks = createClocks(services, drainClock)
  const idle = createIdleWatch(services.store)
  return {
    async look() {
      const now = services.clock.now()
      const nextAt = idle.nextAt(now)
      if (nextAt !== undefined) return { nextAt }
      const seen = await idle.watch(now, () => services.store.read((rows) => lookAt(rows, now)))
      if (seen.lost > 0) await runner.reap()
      await production.fill(seen.production)
      await others.fill(seen.others)
      await clocks.fill(seen.clocks)
      // What was lost is due at once.
      return { nextAt: seen.lost > 0 ? now : seen.nextAt }
    },
    async drain() {
      await Promise.all([production, others, clocks].map((lanes) => lanes.drain()))
    },
  }
}

const isProduction: Where<JobRow> = { kind: oneOf(productionKinds) }
const isOther: Where<JobRow> = { kind: noneOf(productionKinds) }
const isPending: Where<JobRow> = { status: 'PENDING' }
const onRealClock: Where<JobRow> = { clock: 'real' }
const onTestClock: Where<JobRow> = { clock: not('real') }
const dueAt = (now: number): Where<JobRow> => ({ wakeAt: lte(now) })

const claim = async (
  services: Services,
  runner: JobRunner,
  where: Where<JobRow>,
  lanes: () => Lanes,
  during: (job: JobRow, work: Work) => Work = (_job, work) => work,
): Promise<Work | undefined> => {
  const now = () => services.clock.now()
  const job = await runner.claim([onRealClock, dueAt(now()), where])
  return (
    job &&
    during(job, () =>
      runner.run(
        job,
        async () => now(),
        () => lanes().isPressed(),
      ),
    )
  )
}

/** Everything but production: whoever has nothing under way comes first, and one organisation never has all lanes. */
const createOthers = (services: Services, runner: JobRunner): Lanes => {
  const underWay = new Map<string, number>()
  const count = (organisationId: string, by: 1 | -1) => {
    const left = (underWay.get(organisationId) ?? 0) + by
    if (left > 0) underWay.set(organisationId, left)
    else underWay.delete(organisationId)
  }
  const counted = ({ organisationId }: JobRow, work: Work): Work => {
    if (organisationId === null) return work
    count(organisationId, 1)
    return () => work().finally(() => count(organisationId, -1))
  }
  const notOf = (organisationIds: string[]): Where<JobRow> =>
    organisationIds.length === 0 ? {} : { organisationId: noneOf(organisationIds) }
  const claimOther = (apart: string[]) =>
    claim(services, runner, [isOther, notOf(apart)], () => lanes, counted)
  const lanes: Lanes = createLanes(otherLanes, async () => {
    const busy = [...underWay.keys()]
    const full = busy.filter((id) => underWay.get(id)! >= lanesOfOne)
    return (await claimOther(busy)) ?? (busy.length > full.length ? claimOther(full) : undefined)
  })
  return lanes
}

/** Test clocks in turn: each does what is due on it in order, in one lane. */
const createClocks = (services: Services, drainClock: DrainClock): Lanes => {
  const underWay = new Set<string>()
  /** Those that were due, the one that waits longest for its turn first. */
  let queue: string[] = []
  const lanes: Lanes = createLanes(testClockLanes, async () => {
    const due = await services.store.read((rows) => dueClocks(rows, services.clock.now()))
    queue = [...queue.filter((id) => due.includes(id)), ...due.filter((id) => !queue.includes(id))]
    const clock = queue.find((id) => !underWay.has(id))
    if (clock === undefined) return undefined
    queue = [...queue.filter((id) => id !== clock), clock]
    underWay.add(clock)
    const began = services.clock.now()
    const isPressed = () => lanes.isPressed()
    const mayGoOn = () => Math.abs(services.clock.now() - began) < clockTurnMs || !isPressed()
    return () => drainClock(clock, { mayGoOn, isPressed }).finally(() => underWay.delete(clock))
  })
  return lanes
}

/** The test clocks on which something is due and nothing is under way, here or in another process; the one due longest first. */
export const dueClocks = async (rows: Rows, now: number): Promise<string[]> => {
  const due = await rows.jobs.find(everyone, [isPending, dueAt(now), onTestClock], {
    order: [{ field: 'wakeAt' }],
  })
  if (due.length === 0) return []
  const running = await rows.jobs.find(everyone, [isRunning, onTestClock])
  const busy = new Set(running.map((job) => job.clock))
  return [...new Set(due.map((job) => job.clock))].filter((clock) => !busy.has(clock))
}

const isRunning: Where<JobRow> = { status: 'RUNNING' }

/** How many wait for each group of lanes (no more than it has lanes, and one), and when something falls due next. */
const lookAt = async (rows: Rows, now: number): Promise<Seen> => {
  const count = async (lanes: number, ...where: Where<JobRow>[]) =>
    (await rows.jobs.find(everyone, [isPending, dueAt(now), where], { limit: lanes + 1 })).length
  const [next] = await rows.jobs.find(everyone, [isPending, { wakeAt: gt(now) }], {
    order: [{ field: 'wakeAt' }],
    limit: 1,
  })
  const lost = await rows.jobs.find(everyone, [isRunning, { leaseUntil: lt(now) }], { limit: 1 })
  return {
    production: await count(productionLanes, onRealClock, isProduction),
    others: await count(otherLanes, onRealClock, isOther),
    clocks: (await dueClocks(rows, now)).length,
    nextAt: next?.wakeAt,
    lost: lost.length,
  }
}
