import { oneOf } from '../../kernel/query.ts'
import { everyone } from '../../ports/store.ts'
import type { Services } from '../services.ts'
import { transact } from '../transact.ts'
import { type NewJob, recurringKinds } from './kinds.ts'

/** The first job of each recurring kind, due now; each then schedules itself anew. */
export const recurringJobs = (now: number): NewJob[] =>
  recurringKinds.map(
    (kind) => ({ kind, subject: 'instance', organisationId: null, mode: null, dueAt: now }) as NewJob,
  )

/**
 * Adds the recurring jobs that are missing, because an older version set up the instance. Before the first
 * organisation exists there is nothing to do; creating it adds them.
 */
export const addMissingRecurring = async (services: Services): Promise<void> => {
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
