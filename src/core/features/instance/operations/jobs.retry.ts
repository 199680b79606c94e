import { defineOperation } from '../../../engine/operation.ts'
import { idParams } from '../../../engine/wire.ts'
import { jobToWire, retryJob } from '../../platform/jobs.ts'
import { jobSchema } from '../job-schema.ts'

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
