import { enqueueJobs } from '../../src/core/engine/jobs/enqueue.ts'
import { defineJob, type JobDefinition } from '../../src/core/engine/jobs/job.ts'
import type { NewJob } from '../../src/core/engine/jobs/kinds.ts'
import { createJobRunner } from '../../src/core/engine/jobs/runner.ts'
import { createScheduler } from '../../src/core/engine/jobs/scheduler.ts'
import { listJobs } from '../../src/core/features/platform/jobs.ts'
import { everyone } from '../../src/core/ports/store.ts'
import { createTestShop } from './shop.ts'

/** Creates a shop with one kind of job, whose handler the test provides; its initial jobs are removed. */
export const createWork = async (handler: JobDefinition['handler']) => {
  const shop = await createTestShop()
  const { services } = shop
  await services.store.write((rows) => rows.jobs.remove(everyone, {}))
  const scheduler = createScheduler(
    services,
    createJobRunner(services, async () => [defineJob({ kind: 'exports.write', handler })]),
  )
  const ask = (job: Partial<NewJob> = {}) =>
    services.store.write((rows) =>
      enqueueJobs(services, rows, [
        {
          kind: 'exports.write',
          subject: 'exp_1',
          organisationId: shop.organisation.id,
          mode: 'live',
          dueAt: services.clock.now(),
          payload: { exportId: 'exp_1' },
          ...job,
        } as NewJob,
      ]),
    )
  const jobs = () => listJobs(services)
  return { shop, services, scheduler, ask, jobs }
}
