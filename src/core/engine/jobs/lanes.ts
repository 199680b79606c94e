import { gt, lt, lte, noneOf, not, oneOf, type Where } from '../../kernel/query.ts'
import { secondMs } from '../../kernel/time.ts'
import { isWaiting, type JobRow } from '../../model/jobs.ts'
import { everyone, type Rows, type Store } from '../../ports/store.ts'
import type { Services } from '../services.ts'
import { earliestWaiting } from './job.ts'
import { productionKinds } from './kinds.ts'
import type { JobRunner } from './runner.ts'

/** Numbers of due jobs or clocks by lane group, and of expired leases; when the next job is due (ms). */
export interface Seen {
  production: number
  others: number
  clocks: number
  lost: number
  nextAt: number | undefined
}

/** How long an empty result is reused: jobs of a lost process become due without a change in the table. */
const rememberedMs = secondMs

/**
 * Skips queries for due jobs: a server queries after every commit with an event, although most add no job. An
 * empty result is reused while the table is unchanged, unless other processes may write to it.
 */
export const createIdleWatch = ({ generation }: Pick<Store, 'generation'>) => {
  let known: { generation: number; from: number; until: number } | undefined
  return {
    /** Returns when to query again, in ms; undefined if a query now might find something. */
    nextAt(now: number): number | undefined {
      if (!known || known.generation !== generation?.('jobs')) return undefined
      return now >= known.from && now < known.until ? known.until : undefined
    },
    async watch(now: number, look: () => Promise<Seen>): Promise<Seen> {
      // Read before the query, so that changes during it cause another one.
      const before = generation?.('jobs')
      known = undefined
      const seen = await look()
      const isIdle = seen.production + seen.others + seen.clocks + seen.lost === 0
      if (isIdle && before !== undefined) {
        known = {
          generation: before,
          from: now,
          until: Math.min(seen.nextAt ?? Infinity, now + rememberedMs),
        }
      }
      return seen
    },
  }
}

type Work = () => Promise<unknown>

/** Runs a fixed number of jobs at once: a lane that finishes one claims the next. */
interface Lanes {
  /** Starts up to `due` jobs. Throws if a claim fails or a lane has failed since the last call. */
  fill(due: number): Promise<void>
  /** True if work waits for a lane, or while draining: running work should then yield. */
  isPressed(): boolean
  /** Stops claiming; resolves when the running work has ended. */
  drain(): Promise<void>
}

/** `next` claims one job, if there is any; it is never called concurrently. */
const createLanes = (width: number, next: () => Promise<Work | undefined>): Lanes =>
  new WorkingLanes(width, next)

class WorkingLanes implements Lanes {
  readonly #width: number
  readonly #next: () => Promise<Work | undefined>
  readonly #lanes = new Set<Promise<void>>()
  /** Lanes that are running or starting work. */
  #taken = 0
  #fills = 0
  #isPressed = false
  #isDraining = false
  #failed: { error: unknown } | undefined
  #turn: Promise<unknown> = Promise.resolve()

  constructor(width: number, next: () => Promise<Work | undefined>) {
    this.#width = width
    this.#next = next
  }

  isPressed() {
    return this.#isPressed || this.#isDraining
  }

  async fill(due: number) {
    if (this.#failed) {
      const { error } = this.#failed
      this.#failed = undefined
      throw error
    }
    if (due === 0) return
    this.#fills++
    let started = 0
    while (started < due && this.#taken < this.#width) {
      if (!(await this.#startNext())) break
      started++
    }
    this.#isPressed = started < due
  }

  async drain() {
    this.#isDraining = true
    while (this.#taken > 0) {
      await this.#turn
      await Promise.all(this.#lanes)
    }
    this.#isDraining = false
  }

  #take(): Promise<Work | undefined> {
    const result = this.#turn.then(() => (this.#isDraining ? undefined : this.#next()))
    this.#turn = result.catch(() => {})
    return result
  }

  async #takeMore(): Promise<Work | undefined> {
    for (;;) {
      const before = this.#fills
      const work = await this.#take()
      if (work) this.#isPressed = false
      // A job committed since then found no free lane, and no later call would claim it: try once more.
      if (work || this.#fills === before || this.#isDraining) return work
    }
  }

  async #run(first: Work) {
    for (let work: Work | undefined = first; work; work = await this.#takeMore()) await work()
  }

  #start(work: Work) {
    const lane = this.#run(work)
      .catch((error: unknown) => {
        this.#failed ??= { error }
      })
      .finally(() => {
        this.#taken--
        this.#lanes.delete(lane)
      })
    this.#lanes.add(lane)
  }

  async #startNext(): Promise<boolean> {
    this.#taken++
    const work = await this.#take().catch((error: unknown) => {
      this.#taken--
      throw error
    })
    if (work) this.#start(work)
    else this.#taken--
    return work !== undefined
  }
}

/* Lane groups are independent, so that neither imports nor test runs delay a cutoff (docs/design/jobs.md). */

const productionLanes = 2
const otherLanes = 3
/** Maximum for one organisation: one lane stays free for others. */
const lanesOfOne = otherLanes - 1
const testClockLanes = 2
/** How long a test clock keeps its lane while others wait. */
const clockTurnMs = secondMs

export interface LaneGroups {
  look(): Promise<{ nextAt: number | undefined }>
  drain(): Promise<void>
}

/** A test clock's time slice in a lane. */
export interface ClockTurn {
  /** Called before each job but the first. */
  mayGoOn(): boolean
  /** True if others wait for the lane; called within a job. */
  isPressed(): boolean
}

type DrainClock = (organisationId: string, turn: ClockTurn) => Promise<number>

/** `drainClock` runs the due jobs of a test clock in order during its time slice. */
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
      // Jobs of a lost process are due immediately.
      return { nextAt: seen.lost > 0 ? now : seen.nextAt }
    },
    async drain() {
      await Promise.all([production, others, clocks].map((lanes) => lanes.drain()))
    },
  }
}

const isProduction: Where<JobRow> = { kind: oneOf(productionKinds) }
const isOther: Where<JobRow> = { kind: noneOf(productionKinds) }
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

/** Organisations without a running job come first, and none occupies every lane. */
const createOthers = (services: Services, runner: JobRunner): Lanes => {
  const running = new Map<string, number>()
  const count = (organisationId: string, by: 1 | -1) => {
    const left = (running.get(organisationId) ?? 0) + by
    if (left > 0) running.set(organisationId, left)
    else running.delete(organisationId)
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
    const busy = [...running.keys()]
    const full = busy.filter((id) => running.get(id)! >= lanesOfOne)
    return (await claimOther(busy)) ?? (busy.length > full.length ? claimOther(full) : undefined)
  })
  return lanes
}

/** Serves test clocks in rotation: each runs its due jobs in order, in one lane. */
const createClocks = (services: Services, drainClock: DrainClock): Lanes => {
  const draining = new Set<string>()
  /** Clocks with due jobs, the longest waiting first. */
  let queue: string[] = []
  const lanes: Lanes = createLanes(testClockLanes, async () => {
    const due = await services.store.read((rows) => dueClocks(rows, services.clock.now()))
    queue = [...queue.filter((id) => due.includes(id)), ...due.filter((id) => !queue.includes(id))]
    const clock = queue.find((id) => !draining.has(id))
    if (clock === undefined) return undefined
    queue = [...queue.filter((id) => id !== clock), clock]
    draining.add(clock)
    const began = services.clock.now()
    const isPressed = () => lanes.isPressed()
    const mayGoOn = () => Math.abs(services.clock.now() - began) < clockTurnMs || !isPressed()
    return () => drainClock(clock, { mayGoOn, isPressed }).finally(() => draining.delete(clock))
  })
  return lanes
}

/** Returns test clocks with due jobs, the most overdue first, without those on which any process runs one. */
export const dueClocks = async (rows: Rows, now: number): Promise<string[]> => {
  const due = await rows.jobs.find(everyone, [isWaiting, dueAt(now), onTestClock], {
    order: [{ field: 'wakeAt' }],
  })
  if (due.length === 0) return []
  const running = await rows.jobs.find(everyone, [isRunning, onTestClock])
  const busy = new Set(running.map((job) => job.clock))
  return [...new Set(due.map((job) => job.clock))].filter((clock) => !busy.has(clock))
}

const isRunning: Where<JobRow> = { status: 'RUNNING' }

/** Counts due jobs, up to one more than the lanes of a group, and finds when the next job is due. */
const lookAt = async (rows: Rows, now: number): Promise<Seen> => {
  const count = async (lanes: number, ...where: Where<JobRow>[]) =>
    (await rows.jobs.find(everyone, [isWaiting, dueAt(now), where], { limit: lanes + 1 })).length
  const next = await earliestWaiting(rows, 'wakeAt', { wakeAt: gt(now) })
  const lost = await rows.jobs.find(everyone, [isRunning, { leaseUntil: lt(now) }], { limit: 1 })
  return {
    production: await count(productionLanes, onRealClock, isProduction),
    others: await count(otherLanes, onRealClock, isOther),
    clocks: (await dueClocks(rows, now)).length,
    nextAt: next?.wakeAt,
    lost: lost.length,
  }
}
