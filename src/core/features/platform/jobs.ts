import type { Transaction } from '../../engine/context.ts'
import type { JobKind } from '../../engine/jobs/kinds.ts'
import type { Services } from '../../engine/services.ts'
import { found, notFound, Problem, problem } from '../../kernel/errors.ts'
import { given, gt, type Where } from '../../kernel/query.ts'
import { toDateTime, toDateTimeOrNull } from '../../kernel/time.ts'
import { isWaiting, type JobRow } from '../../model/jobs.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { jobProblems } from './sentences.ts'

/** FAILING waits for its next attempt after an error, FAILED waits for an operator. */
export const jobStates = ['WAITING', 'RUNNING', 'FAILING', 'FAILED'] as const
export type JobState = (typeof jobStates)[number]

const stateOf = ({ status, attempts }: JobRow): JobState => {
  if (status === 'RUNNING' || status === 'FAILED') return status
  return attempts > 0 ? 'FAILING' : 'WAITING'
}

/** Jobs with failed attempts, including those that are running again. */
export const failing: Where<JobRow> = { attempts: gt(0) }

export const jobToWire = (job: JobRow) => ({
  id: job.id,
  kind: job.kind,
  status: stateOf(job),
  organisationId: job.organisationId,
  mode: job.mode,
  payload: job.payload,
  attempts: job.attempts,
  lastError: job.lastError,
  /** Real time at which the job is due if its clock keeps its current state. */
  nextAt: toDateTime(job.wakeAt),
  leaseUntil: toDateTimeOrNull(job.leaseUntil),
  createdAt: toDateTime(job.createdAt),
})

export interface JobFilter {
  failed?: boolean
  kind?: JobKind
  organisationId?: string
  limit?: number
}

/** Lists jobs with failed attempts first, by number of attempts, then the others in due order. */
export const listJobs = (services: Services, filter: JobFilter = {}): Promise<JobRow[]> =>
  services.store.read(async (rows) => {
    const where: Where<JobRow> = given({ kind: filter.kind, organisationId: filter.organisationId })
    const limit = filter.limit ?? 50
    const order = [{ field: 'attempts' as const, descending: true }]
    const failed = await rows.jobs.find(everyone, [failing, where], { order, limit })
    if (filter.failed || failed.length === limit) return failed
    const others = await rows.jobs.find(everyone, [{ attempts: 0 }, where], {
      order: [{ field: 'wakeAt' }],
      limit: limit - failed.length,
    })
    return [...failed, ...others]
  })

export const showJob = async (services: Services, id: string): Promise<JobRow> =>
  found(await services.store.read((rows) => rows.jobs.get(everyone, id)), 'job')

/** Runs a callback in one transaction, which also writes to the audit log for an API call. */
type Transact = <T>(callback: (transaction: Pick<Transaction, 'rows'>) => Promise<T>) => Promise<T>

/** Makes a job due now, even a FAILED one. Throws 404 for an unknown id, 409 while the job runs. */
export const retryJob = async (services: Services, id: string, within: Transact): Promise<JobRow> => {
  const retried = await within(async ({ rows }) => {
    const job = await rows.jobs.get(everyone, id, { lock: 'wait' })
    if (!job) throw notFound('job')
    if (job.status === 'RUNNING') throw problem(jobProblems.sentence('invalid_state.job_running', { id }))
    const early = Math.max(0, job.wakeAt - services.clock.now())
    const patch = { status: 'PENDING' as const, dueAt: job.dueAt - early, wakeAt: job.wakeAt - early }
    await rows.jobs.update(everyone, id, patch)
    return { ...job, ...patch }
  })
  services.wake()
  return retried
}

/** Maximum number of jobs that one call retries. */
export const retryLimit = 1000

/** Retries failed jobs, except running and due ones; those with the most failures first, up to the limit. */
export const retryFailedJobs = async (
  services: Services,
  within: Transact,
): Promise<{ jobs: JobRow[]; hasMore: boolean }> => {
  const now = services.clock.now()
  const found = await services.store.read(async (rows) => {
    const order = [{ field: 'attempts' as const, descending: true }]
    const which: Where<JobRow>[] = [{ status: 'FAILED' }, [isWaiting, { wakeAt: gt(now) }]]
    const pages = which.map((where) =>
      rows.jobs.find(everyone, [failing, where], { order, limit: retryLimit + 1 }),
    )
    return (await Promise.all(pages)).flat().toSorted((a, b) => b.attempts - a.attempts)
  })
  const retried: JobRow[] = []
  for (const { id } of found.slice(0, retryLimit)) {
    const job = await retryJob(services, id, within).catch((error: unknown) => {
      // The job may have run since, or be running.
      if (!(error instanceof Problem)) throw error
      return undefined
    })
    if (job) retried.push(job)
  }
  return { jobs: retried, hasMore: found.length > retryLimit }
}

export const failingByKind = async (rows: Rows): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { kind } of await rows.jobs.find(everyone, failing, { limit: 1000 })) {
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}
