import type { Core } from '../../src/core/app/index.ts'
import { retryFailedJobsNow, retryJobNow } from '../../src/core/features/instance/command-line.ts'
import { type JobFilter, jobToWire, listJobs, showJob } from '../../src/core/features/platform/jobs.ts'

export const jobCommands = {
  'jobs.list': async ({ services }: Core, filter: JobFilter) =>
    (await listJobs(services, filter)).map(jobToWire),
  'jobs.show': async ({ services }: Core, { id }: { id: string }) => jobToWire(await showJob(services, id)),
  'jobs.retry': async ({ services }: Core, { id }: { id: string | undefined }) =>
    (id === undefined ? await retryFailedJobsNow(services) : [await retryJobNow(services, id)]).map(
      jobToWire,
    ),
}
