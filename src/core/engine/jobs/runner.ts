import { lt, type Where } from '../../kernel/query.ts'
import { hourMs, minuteMs, secondMs } from '../../kernel/time.ts'
import type { JobRow } from '../../model/jobs.ts'
import { everyone, type WritableRows } from '../../ports/store.ts'
import type { Services } from '../services.ts'
import { transact } from '../transact.ts'
import { earliestWaiting, FinalFailure, type JobContext, type JobDefinition } from './job.ts'
import { argsOf, joinPayloads } from './kinds.ts'

const leaseMs = 5 * minuteMs
/** Age at which `extend` renews a lease. */
const renewMs = 30 * secondMs

/** How long a job may run while others wait for its lane. */
const turnMs = secondMs

/**
 * After this many failures, a job on a test clock is FAILED: a clock moved by a year would retry endlessly.
 * Jobs on the real clock are retried forever, since causes such as a full disk pass.
 */
export const maxTestAttempts = 12

/** Returns the delay before a retry: 10 s, doubled with each failure, up to an hour. */
export const backOffMs = (attempts: number): number => Math.min(10 * secondMs * 2 ** (attempts - 1), hourMs)

/** Another process has taken over the job's lease; this one must write nothing more for it. */
export class LeaseLost extends Error {
  constructor(jobId: string) {
    super(`The lease of ${jobId} was lost.`)
    this.name = 'LeaseLost'
  }
}

export interface JobRunner {
  /** Claims the earliest waiting job that meets the conditions, for `run`. */
  claim(where: Where<JobRow>, options?: ClaimOptions): Promise<JobRow | undefined>
  /** `isPressed`: others wait for the job's lane. */
  run(job: JobRow, now: (job: JobRow) => Promise<number>, isPressed?: () => boolean): Promise<void>
  runOne(
    where: Where<JobRow>,
    now: (job: JobRow) => Promise<number>,
    options?: ClaimOptions & { isPressed?: () => boolean },
  ): Promise<JobRow | undefined>
  /** Requeues jobs of dead processes and returns how many. `all`: every running job, for the only process. */
  reap(options?: { all: boolean }): Promise<number>
  activeCount(): number
}

export interface ClaimOptions {
  /** Nothing is claimed while a job of this organisation's test clock is running. */
  testClockOf?: string
}

/** Works by lease token: finishing after the lease was lost changes nothing. */
export const createJobRunner = (
  services: Services,
  load: () => Promise<readonly JobDefinition[]>,
): JobRunner => {
  let active = 0
  let loaded: Promise<ReadonlyMap<string, JobDefinition>> | undefined
  // Handlers are loaded with the first job, to keep start-up fast.
  const byKind = () => {
    loaded ??= load().then(
      (definitions) => new Map(definitions.map((definition) => [definition.kind, definition])),
    )
    return loaded
  }
  const carryOut: JobRunner['run'] = async (job, now, isPressed = () => false) => {
    const began = services.clock.now()
    const context = contextOf(services, job, await now(job), isPressed)
    const outcome = await run(context, (await byKind()).get(job.kind))
    services.meter.time(
      'lettershop_job_seconds',
      { kind: job.kind, outcome: outcome.kind },
      (services.clock.now() - began) / 1000,
    )
    await finish(services, job, outcome)
  }
  const runClaimed: JobRunner['run'] = async (...given) => {
    active++
    try {
      await carryOut(...given)
    } finally {
      active--
    }
  }
  return {
    activeCount: () => active,
    claim: (where, options = {}) => claim(services, where, options),
    run: runClaimed,
    async runOne(where, now, options = {}) {
      const job = await claim(services, where, options)
      if (job) await runClaimed(job, now, options.isPressed)
      return job
    },
    reap: (options) =>
      services.store.write(async (rows) => {
        const lost = await rows.jobs.find(
          everyone,
          [{ status: 'RUNNING' }, options?.all ? {} : { leaseUntil: lt(services.clock.now()) }],
          { lock: 'skip' },
        )
        // In the order of `enqueueJobs`, which locks jobs with the same keys.
        for (const job of lost.toSorted(byWork)) await revive(rows, job)
        return lost.length
      }),
  }
}

/** Returns the `dedupeKey` without the suffix that `claim` adds. */
const workOf = ({ dedupeKey }: JobRow): string => dedupeKey.slice(0, dedupeKey.lastIndexOf('|'))

const byWork = (a: JobRow, b: JobRow): number => (workOf(a) < workOf(b) ? -1 : 1)

const claim = (
  services: Services,
  where: Where<JobRow>,
  { testClockOf }: ClaimOptions,
): Promise<JobRow | undefined> =>
  services.store.write(async (rows) => {
    if (testClockOf !== undefined && (await isBusy(rows, testClockOf))) return undefined
    const job = await earliestWaiting(rows, 'dueAt', where, 'skip')
    if (!job) return undefined
    const leaseToken = services.ids.next('lse')
    const lease = {
      status: 'RUNNING' as const,
      leaseToken,
      leaseUntil: services.clock.now() + leaseMs,
      // Frees the key while the job runs: this run may be too far along to see the changes of a new request.
      dedupeKey: `${job.dedupeKey}|${leaseToken}`,
    }
    const taken = await rows.jobs.update(everyone, job.id, lease, { status: job.status })
    return taken ? { ...job, ...lease } : undefined
  })

/** True if any process runs a job of this test clock. Reading the organisation first serialises claims. */
const isBusy = async (rows: WritableRows, organisationId: string): Promise<boolean> => {
  await rows.organisations.get(everyone, organisationId)
  const running = await rows.jobs.find(everyone, { status: 'RUNNING', clock: organisationId }, { limit: 1 })
  return running.length > 0
}

const run = async (context: JobContext, definition: JobDefinition | undefined): Promise<Outcome> => {
  const { services, job, now } = context
  if (!definition) return failure(job, now, `No handler for jobs of kind ${job.kind}.`)
  try {
    const resumeAt = (await definition.handler(context))?.resumeAt ?? (await definition.recur?.(context))
    return resumeAt === undefined
      ? { kind: 'done' }
      : { kind: 'resumed', dueAt: Math.max(resumeAt, job.dueAt) }
  } catch (error) {
    services.log.error('job failed', { job: job.id, kind: job.kind, attempts: job.attempts + 1, error })
    const failed = failure(job, now, error instanceof Error ? error.message : String(error))
    return { ...failed, isFinal: error instanceof FinalFailure }
  }
}

const finish = (services: Services, job: JobRow, outcome: Outcome): Promise<void> =>
  services.store.write(async (rows) => {
    const current = await rows.jobs.get(everyone, job.id, { lock: 'wait' })
    if (current?.leaseToken !== job.leaseToken) {
      services.log.warn('a job finished after its lease was lost', { job: job.id, kind: job.kind })
      return
    }
    if (outcome.kind === 'done') {
      await rows.jobs.remove(everyone, { id: job.id })
      return
    }
    await putBack(rows, job, {
      status:
        outcome.kind === 'failed' && (outcome.isFinal || givesUp(job, outcome.attempts))
          ? 'FAILED'
          : 'PENDING',
      attempts: outcome.kind === 'failed' ? outcome.attempts : 0,
      lastError: outcome.kind === 'failed' ? outcome.error : null,
      dueAt: outcome.dueAt,
      wakeAt: job.wakeAt + outcome.dueAt - job.dueAt,
    })
  })

const givesUp = ({ clock }: JobRow, attempts: number): boolean =>
  clock !== 'real' && attempts >= maxTestAttempts

type RequeuedState = Pick<JobRow, 'status' | 'attempts' | 'lastError' | 'dueAt' | 'wakeAt'>

/**
 * Requeues the job. If the same work was requested while the job ran, the new job takes over: with the
 * arguments of both, and with the attempts, error and back-off of this one unless it has failed permanently.
 */
const putBack = async (rows: WritableRows, job: JobRow, state: RequeuedState): Promise<void> => {
  const dedupeKey = workOf(job)
  const sameWork = { dedupeKey }
  const [other] = await rows.jobs.find(everyone, sameWork, { lock: 'wait' })
  if (!other) {
    await rows.jobs.update(everyone, job.id, { ...state, leaseToken: null, leaseUntil: null, dedupeKey })
    return
  }
  await rows.jobs.update(everyone, other.id, {
    payload: joinPayloads(job.kind, job.payload, other.payload),
    ...takenOver(state, other),
  })
  await rows.jobs.remove(everyone, { id: job.id })
}

const takenOver = (
  { status, attempts, lastError, dueAt, wakeAt }: RequeuedState,
  other: JobRow,
): Partial<JobRow> => {
  const earlier = { dueAt: Math.min(other.dueAt, dueAt), wakeAt: Math.min(other.wakeAt, wakeAt) }
  if (status === 'FAILED' || attempts === 0) return { lastError, ...earlier }
  return { attempts, lastError, ...(attempts > other.attempts ? { dueAt, wakeAt } : earlier) }
}

/** Requeues the job in the state in which it was claimed. */
const revive = (rows: WritableRows, job: JobRow): Promise<void> =>
  putBack(rows, job, {
    status: 'PENDING',
    attempts: job.attempts,
    lastError: job.lastError,
    dueAt: job.dueAt,
    wakeAt: job.wakeAt,
  })

type Outcome = { kind: 'done' } | { kind: 'resumed'; dueAt: number } | Failed

interface Failed {
  kind: 'failed'
  dueAt: number
  attempts: number
  error: string
  /** Not retried automatically. */
  isFinal?: boolean
}

const failure = (job: JobRow, now: number, error: string): Failed => ({
  kind: 'failed',
  dueAt: Math.max(now, job.dueAt) + backOffMs(job.attempts + 1),
  attempts: job.attempts + 1,
  error,
})

const contextOf = (services: Services, job: JobRow, now: number, isPressed: () => boolean): JobContext => {
  const began = services.clock.now()
  let renewedAt = began
  let args: JobContext['args'] | undefined
  return {
    services,
    job,
    get args() {
      args ??= argsOf(job)
      return args
    },
    // Real time continues during the work: a run that took an hour to render was rendered at its end. A test
    // clock stands still during a job.
    get now() {
      return job.clock === 'real' ? now + Math.max(0, services.clock.now() - began) : now
    },
    // A process that slept past its lease must not write alongside the new owner of the job.
    transact: (callback) =>
      transact(
        services,
        async (transaction) => {
          const current = await transaction.rows.jobs.get(everyone, job.id, { lock: 'wait' })
          if (current?.leaseToken !== job.leaseToken) throw new LeaseLost(job.id)
          return callback(transaction)
        },
        undefined,
        { party: job.organisationId ?? undefined },
      ),
    async extend() {
      const at = services.clock.now()
      // A fresh lease can't have been taken over, and renewing it for each chunk would double the commits.
      // Absolute, so that a clock set back doesn't prevent the renewal.
      if (Math.abs(at - renewedAt) < renewMs) return
      renewedAt = at
      const held = await services.store.write((rows) =>
        rows.jobs.update(everyone, job.id, { leaseUntil: at + leaseMs }, { leaseToken: job.leaseToken }),
      )
      if (!held) throw new LeaseLost(job.id)
    },
    giveWay() {
      const at = services.clock.now()
      // Absolute, in case the clock is set back.
      if (Math.abs(at - began) < turnMs || !isPressed()) return undefined
      // On the real clock, the job queues behind others that have become due.
      return { resumeAt: job.clock === 'real' ? at : now }
    },
  }
}
