import { jobKinds } from '../../../engine/jobs/kinds.ts'
import { defineList, optionalIdFilter, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { jobsTable } from '../../../model/jobs.ts'
import { everyone } from '../../../ports/store.ts'
import { jobToWire } from '../../platform/jobs.ts'
import { jobSchema } from '../job-schema.ts'

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
