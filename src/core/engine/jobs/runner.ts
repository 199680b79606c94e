import { lt, type Where } from '../../kernel/query.ts'
import { hourMs, minuteMs, secondMs } from '../../kernel/time.ts'
import type { JobRow } from '../../model/jobs.ts'
import { everyone, type WritableRows } from '../../ports/store.ts'
import type { Services } from '../services.ts'
import { transact } from '../transact.ts'
import type { JobContext, JobDefinition } from './registry.ts'

const leaseMs = 5 * minuteMs
/** How old a lease is when a job that says it goes on renews it. */
const renewMs = 30 * secondMs

/** How long work goes on that others wait behind. */
const turnMs = secondMs

/**
 * After so many failures a job of a test clock stops and waits for a person, visible as FAILED: a clock that is moved by a
 * year would try for ever. Real work is never given up: the disk that was full all night is not, one day.
 */
export const maxTestAttempts = 12

/** 10 s, doubled with each failure, at most an hour. */
export const backOffMs = (attempts: number): number => Math.min(10 * secondMs * 2 ** (attempts - 1), hourMs)

/** The lease of this run was given to somebody else: what it still does must not count. */
export class LeaseLost extends Error {
  constructor(jobId: string) {
    super(`The lease of ${jobId} was lost.`)
    this.name = 'LeaseLost'
  }
}

export interface JobRunner {
  /** Claims one waiting job that meets the conditions, earliest first, for `run`; undefined where none does. */
  claim(where: Where<JobRow>, options?: ClaimOptions): Promise<JobRow | undefined>
  /** Runs a job that was claimed; `isPressed` says whether others wait for its lane. */
  run(job: JobRow, now: (job: JobRow) => Promise<number>, isPressed?: () => boolean): Promise<void>
  /** Both. */
  runOne(
    where: Where<JobRow>,
    now: (job: JobRow) => Promise<number>,
    options?: ClaimOptions & { isPressed?: () => boolean },
  ): Promise<JobRow | undefined>
  /**
   * Makes jobs whose lease ran out wait again: their process died. `all` takes every running job, for a
   * process that has just become the only one.
   */
  reap(options?: { all: boolean }): Promise<number>
  /** Jobs that run in this process now. */
  underWay(): number
}

export interface ClaimOptions {
  /** The organisation on whose test clock the job waits: nothing is claimed while one of that clock is under way. */
  testClockOf?: string
}

/** Claim → run → finish with a lease token, so that a late finish of a lost lease changes nothing. */
export const createJobRunner = (
  services: Services,
  load: () => Promise<readonly JobDefinition[]>,
): JobRunner => {
  let underWay = 0
  let loaded: Promise<ReadonlyMap<string, JobDefinition>> | undefined
  // With the first job: a start has no time for their code.
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
    underWay++
    try {
      await carryOut(...given)
    } finally {
      underWay--
    }
  }
  return {
    underWay: () => underWay,
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
        for (const job of lost) await revive(rows, job)
        return lost.length
      }),
  }
}

const claim = (
  services: Services,
  where: Where<JobRow>,
  { testClockOf }: ClaimOptions,
): Promise<JobRow | undefined> =>
  services.store.write(async (rows) => {
    if (testClockOf !== undefined && (await isBusy(rows, testClockOf))) return undefined
    const [job] = await rows.jobs.find(everyone, [{ status: 'PENDING' }, where], {
      order: [{ field: 'dueAt' }],
      limit: 1,
      lock: 'skip',
    })
    if (!job) return undefined
    const leaseToken = services.ids.next('lse')
    const lease = {
      status: 'RUNNING' as const,
      leaseToken,
      leaseUntil: services.clock.now() + leaseMs,
      // While it runs, the same work may be asked for again: what is added now may come too late for this run.
      dedupeKey: `${job.dedupeKey}|${leaseToken}`,
    }
    const taken = await rows.jobs.update(everyone, job.id, lease, { status: 'PENDING' })
    return taken ? { ...job, ...lease } : undefined
  })

/** Whether a job of this test clock is under way, in whatever process. Reads the organisation first, which serialises claims on this clock. */
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
    return failure(job, now, error instanceof Error ? error.message : String(error))
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
      status: outcome.kind === 'failed' && givesUp(job, outcome.attempts) ? 'FAILED' : 'PENDING',
      attempts: outcome.kind === 'failed' ? outcome.attempts : 0,
      lastError: outcome.kind === 'failed' ? outcome.error : null,
      dueAt: outcome.dueAt,
      wakeAt: job.wakeAt + outcome.dueAt - job.dueAt,
    })
  })

const givesUp = ({ clock }: JobRow, attempts: number): boolean =>
  clock !== 'real' && attempts >= maxTestAttempts

/** Makes a running job wait again; where the same work was asked for anew, that one takes its place, no later than this would come. */
const putBack = async (
  rows: WritableRows,
  job: JobRow,
  state: Pick<JobRow, 'status' | 'attempts' | 'lastError' | 'dueAt' | 'wakeAt'>,
): Promise<void> => {
  const dedupeKey = job.dedupeKey.slice(0, job.dedupeKey.lastIndexOf('|'))
  const sameWork = { dedupeKey }
  const [other] = await rows.jobs.find(everyone, sameWork, { lock: 'wait' })
  if (!other) {
    await rows.jobs.update(everyone, job.id, { ...state, leaseToken: null, leaseUntil: null, dedupeKey })
    return
  }
  await rows.jobs.update(everyone, other.id, {
    dueAt: Math.min(other.dueAt, state.dueAt),
    wakeAt: Math.min(other.wakeAt, state.wakeAt),
  })
  await rows.jobs.remove(everyone, { id: job.id })
}

/** Puts an abandoned job back as it was claimed. */
const revive = (rows: WritableRows, job: JobRow): Promise<void> =>
  putBack(rows, job, {
    status: 'PENDING',
    attempts: job.attempts,
    lastError: job.lastError,
    dueAt: job.dueAt,
    wakeAt: job.wakeAt,
  })

type Outcome =
  | { kind: 'done' }
  | { kind: 'resumed'; dueAt: number }
  | { kind: 'failed'; dueAt: number; attempts: number; error: string }

const failure = (job: JobRow, now: number, error: string): Outcome => ({
  kind: 'failed',
  dueAt: Math.max(now, job.dueAt) + backOffMs(job.attempts + 1),
  attempts: job.attempts + 1,
  error,
})

const contextOf = (services: Services, job: JobRow, now: number, isPressed: () => boolean): JobContext => {
  const began = services.clock.now()
  let renewedAt = began
  return {
    services,
    job,
    now,
    // What a process does that slept past its lease must not mix with what another one does in its place.
    transact: (body) =>
      transact(
        services,
        async (transaction) => {
          const current = await transaction.rows.jobs.get(everyone, job.id, { lock: 'wait' })
          if (current?.leaseToken !== job.leaseToken) throw new LeaseLost(job.id)
          return body(transaction)
        },
        undefined,
        job.organisationId ?? undefined,
      ),
    async extend() {
      const at = services.clock.now()
      // A lease this fresh is nobody else's: a commit for each chunk would cost as much as the chunk's own. A clock that
      // was set back must not keep it from being renewed.
      if (Math.abs(at - renewedAt) < renewMs) return
      renewedAt = at
      const held = await services.store.write((rows) =>
        rows.jobs.update(everyone, job.id, { leaseUntil: at + leaseMs }, { leaseToken: job.leaseToken }),
      )
      if (!held) throw new LeaseLost(job.id)
    },
    giveWay() {
      const at = services.clock.now()
      // A turn is as long however the clock is set meanwhile.
      if (Math.abs(at - began) < turnMs || !isPressed()) return undefined
      // Behind what fell due meanwhile; on a test clock nothing does.
      return { resumeAt: job.clock === 'real' ? at : now }
    },
  }
}
