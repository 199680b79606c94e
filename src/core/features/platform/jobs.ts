import type { JobKind } from '../../engine/jobs/kinds.ts'
import type { Services } from '../../engine/services.ts'
import { found, notFound, problem } from '../../kernel/errors.ts'
import { given, gt, not, type Where } from '../../kernel/query.ts'
import { toDateTime, toDateTimeOrNull } from '../../kernel/time.ts'
import type { JobRow } from '../../model/jobs.ts'
import { everyone, type Rows } from '../../ports/store.ts'

/*
 * What an operator sees of jobs and does with them, for the command line. Jobs run in their own order; what a person can
 * do is look, and say "now".
 */

/** How a job stands: FAILING waits for its next attempt after an error, FAILED for a person. */
export type JobState = 'WAITING' | 'RUNNING' | 'FAILING' | 'FAILED'

const stateOf = ({ status, attempts }: JobRow): JobState =>
  status === 'PENDING' ? (attempts > 0 ? 'FAILING' : 'WAITING') : status

/** The last attempt ended in an error, whatever it is doing now. */
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
  /** When it is due in real time, as its clock stands now. */
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

/** Those that failed first (the worst of them first), then the others in the order in which they are due. */
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

/** Makes a job due now, one that gave up too. Throws 409 while it runs. */
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

/** Makes every job due now whose last attempt failed, but for those that run. */
export const retryFailedJobs = async (services: Services): Promise<JobRow[]> => {
  const failed = await services.store.read((rows) =>
    rows.jobs.find(everyone, [failing, { status: not('RUNNING') }]),
  )
  const retried: JobRow[] = []
  for (const { id } of failed) {
    // It may have run, or be running, by now.
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
