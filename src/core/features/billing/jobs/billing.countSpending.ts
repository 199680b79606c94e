import { defineJob } from '../../../engine/jobs/job.ts'
import { countSpending } from '../count-spending.ts'

/** Counts what a month has cost so far, after a spending cap was set. */
export const countSpendingJob = defineJob({
  kind: 'billing.countSpending',
  async handler({ services, job, args }) {
    const { apiKeyId } = args as { apiKeyId: string | null }
    const isCounted = await countSpending(services, job.organisationId!, apiKeyId)
    // Another one has counted in between: what it found may be older than what this one must find.
    return isCounted ? undefined : { resumeAt: services.clock.now() }
  },
})
