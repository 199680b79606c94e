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
  summary: 'List the work of the instance',
  description:
    'For operators: jobs of all organisations that wait, run or fail, those that failed most often first.',
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
  description: 'For operators. A job that is done is gone.',
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
  summary: 'Try a job again now',
  description: 'For operators. Also one that is not due yet. Refused while it runs.',
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
