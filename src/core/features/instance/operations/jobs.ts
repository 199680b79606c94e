import { jobKinds } from '../../../engine/jobs/kinds.ts'
import { defineList, optionalIdFilter, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { found } from '../../../kernel/errors.ts'
import { jobsTable } from '../../../model/jobs.ts'
import { everyone } from '../../../ports/store.ts'
import { jobToWire, retryFailedJobs, retryJob, retryLimit } from '../../platform/jobs.ts'
import { jobSchema, retriedSchema } from '../schema.ts'

export const listJobsOperation = defineOperation({
  id: 'jobs.list',
  method: 'GET',
  path: '/platform/jobs',
  summary: 'List jobs',
  description:
    'For operators: waiting, running and failing jobs of all organisations, those with the most failures first.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'read',
  list: defineList(jobsTable, {
    sort: { attempts: 'attempts' },
    defaultSort: '-attempts',
    filters: {
      kind: { type: 'enum', values: jobKinds, operators: ['eq', 'in'] },
      organisationId: optionalIdFilter,
      attempts: { type: 'integer', operators: ['eq', 'gt', 'gte'] },
      createdAt: periodFilter,
    },
  }),
  output: listOf(jobSchema),
  async handler({ rows }, { list }) {
    return toList(list, await rows.jobs.list(everyone, list), jobToWire)
  },
})

export const getJob = defineOperation({
  id: 'jobs.get',
  method: 'GET',
  path: '/platform/jobs/{id}',
  summary: 'Get a job',
  description: 'For operators. Completed jobs are removed.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'read',
  params: idParams('The job, `job_…`.'),
  output: jobSchema,
  errors: ['not_found'],
  async handler({ rows }, { params }) {
    return jobToWire(found(await rows.jobs.get(everyone, params.id), 'job'))
  },
})

export const retryJobOperation = defineOperation({
  id: 'jobs.retry',
  method: 'POST',
  path: '/platform/jobs/{id}/retry',
  summary: 'Retry a job',
  description:
    'For operators. Makes the job due immediately, also if it has not failed. Refused while it runs.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'process',
  params: idParams('The job, `job_…`.'),
  output: jobSchema,
  errors: ['not_found', 'invalid_state'],
  async handler({ services, transact }, { params }) {
    return jobToWire(await retryJob(services, params.id, transact))
  },
})

export const retryFailedJobsOperation = defineOperation({
  id: 'jobs.retryFailed',
  method: 'POST',
  path: '/platform/jobs/retry-failed',
  summary: 'Retry all failed jobs',
  description: `For operators. Those with the most failures first, at most ${retryLimit} per call.`,
  permission: 'platform.admin',
  audience: 'user',
  effect: 'process',
  output: retriedSchema,
  async handler({ services, transact }) {
    const { jobs, hasMore } = await retryFailedJobs(services, transact)
    return { retried: jobs.length, hasMore }
  },
})
