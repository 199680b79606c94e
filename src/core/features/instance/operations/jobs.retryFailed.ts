import { defineOperation } from '../../../engine/operation.ts'
import { retryFailedJobs, retryLimit } from '../../platform/jobs.ts'
import { retriedSchema } from '../job-schema.ts'

export const retryFailedJobsOperation = defineOperation({
  id: 'jobs.retryFailed',
  method: 'POST',
  path: '/platform/jobs/retry-failed',
  summary: 'Try every job again now whose last attempt failed',
  description: `For operators. Those that failed most often first, ${retryLimit} of them in one call.`,
  permission: 'platform.admin',
  audience: 'user',
  effect: 'process',
  output: retriedSchema,
  async handler({ services, transact }) {
    const { jobs, hasMore } = await retryFailedJobs(services, transact)
    return { retried: jobs.length, hasMore }
  },
})
