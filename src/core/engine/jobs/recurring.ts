import { oneOf } from '../../kernel/query.ts'
import { everyone } from '../../ports/store.ts'
import type { Services } from '../services.ts'
import { transact } from '../transact.ts'
import { type NewJob, recurringKinds } from './kinds.ts'

/** One job of each recurring kind, due now; from then on each keeps itself waiting. */
export const recurringJobs = (now: number): NewJob[] =>
  recurringKinds.map((kind) => ({
    kind,
    subject: 'instance',
    organisationId: null,
    mode: null,
    dueAt: now,
  }))

/**
 * Adds the recurring jobs that neither wait nor run: an instance that an older version set up has none of a kind that was
 * added since. Without an organisation there is nothing to do yet; the first one brings them.
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
