import type { JobKind } from '../../engine/jobs/kinds.ts'
import type { Services } from '../../engine/services.ts'
import { found, notFound, problem } from '../../kernel/errors.ts'
import { given, gt, not, type Where } from '../../kernel/query.ts'
import { toDateTime, toDateTimeOrNull } from '../../kernel/time.ts'
import type { JobRow } from '../../model/jobs.ts'
import { everyone, type Rows } from '../../ports/store.ts'

/*
 * What operators see of jobs and do with them on the command line. Jobs run in their own order; an operator
 * can list them and make one due at once.
 */

/** State of a job: FAILING waits for its next attempt after an error, FAILED waits for an operator. */
export type JobState = 'WAITING' | 'RUNNING' | 'FAILING' | 'FAILED'

const stateOf = ({ status, attempts }: JobRow): JobState =>
  status === 'PENDING' ? (attempts > 0 ? 'FAILING' : 'WAITING') : status

/** Jobs whose last attempt ended in an error, including those that run again now. */
export const failing: Where<JobRow> = { attempts: gt(0) }

export const jobToJson = (job: JobRow) => ({
  id: job.id,
  kind: job.kind,
  status: stateOf(job),
  organisationId: job.organisationId,
  mode: job.mode,
  payload: job.payload,
  attempts: job.attempts,
  lastError: job.lastError,
  /** When the job is due in real time, as its clock stands now. */
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

/**
 * Failed jobs come first, the most attempts before the fewest, then the others in the order in which they are
 * due.
 */
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

/** Makes a job due now, also one that has FAILED. Throws 404 for an unknown id, 409 while the job runs. */
export const retryJob = async (services: Services, id: string): Promise<JobRow> => {
  const retried = await services.store.write(async (rows) => {
    const job = await rows.jobs.get(everyone, id, { lock: 'wait' })
    if (!job) throw notFound('job')
    if (job.status === 'RUNNING') throw problem('invalid_state', `The job ${id} is RUNNING.`)
    const early = Math.max(0, job.wakeAt - services.clock.now())
    const patch = { status: 'PENDING' as const, dueAt: job.dueAt - early, wakeAt: job.wakeAt - early }
    await rows.jobs.update(everyone, id, patch)
    return { ...job, ...patch }
  })
  services.wake()
  return retried
}

/** Makes every job due now whose last attempt failed, except those that run. Returns them. */
export const retryFailedJobs = async (services: Services): Promise<JobRow[]> => {
  const failed = await services.store.read((rows) =>
    rows.jobs.find(everyone, [failing, { status: not('RUNNING') }]),
  )
  const retried: JobRow[] = []
  for (const { id } of failed) {
    // The job may have run since, or be running.
    const job = await retryJob(services, id).catch(() => undefined)
    if (job) retried.push(job)
  }
  return retried
}

/** How many jobs of each kind fail. */
export const failingByKind = async (rows: Rows): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { kind } of await rows.jobs.find(everyone, failing, { limit: 1000 })) {
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}
