import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { found } from '../../../kernel/errors.ts'
import { everyone } from '../../../ports/store.ts'
import { jobToWire } from '../../platform/jobs.ts'
import { jobSchema } from '../job-schema.ts'

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
