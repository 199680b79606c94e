import type { Core } from '../../src/core/app/index.ts'
import {
  type JobFilter,
  jobToJson,
  listJobs,
  retryFailedJobs,
  retryJob,
  showJob,
} from '../../src/core/features/platform/jobs.ts'

export const jobCommands = {
  'jobs.list': async ({ services }: Core, filter: JobFilter) =>
    (await listJobs(services, filter)).map(jobToJson),
  'jobs.show': async ({ services }: Core, { id }: { id: string }) => jobToJson(await showJob(services, id)),
  'jobs.retry': async ({ services }: Core, { id }: { id: string | undefined }) =>
    (id === undefined ? await retryFailedJobs(services) : [await retryJob(services, id)]).map(jobToJson),
}
