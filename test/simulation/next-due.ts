import { type JobKind, recurringKinds } from '../../src/core/engine/jobs/kinds.ts'
import { not, oneOf } from '../../src/core/kernel/query.ts'
import { everyone } from '../../src/core/ports/store.ts'
import type { Cluster } from './cluster.ts'

/** Recurring and clean-up jobs, which nothing waits for. */
const housekeeping: readonly JobKind[] = [
  ...recurringKinds,
  'assets.expireUpload',
  'assets.purge',
  'imports.forget',
]

/** Returns when (ms) the next job, lease, delivery or step is due; undefined if only housekeeping is left. */
export const nextDue = async ({ simulation }: Cluster): Promise<number | undefined> => {
  const times = await simulation.disk.read(async (rows) => {
    const jobs = await rows.jobs.find(everyone, { status: not('FAILED') })
    const deliveries = await rows.webhookDeliveries.find(everyone, { status: oneOf(['PENDING', 'SENDING']) })
    return [
      ...jobs
        .filter(({ status, kind }) => status === 'RUNNING' || !housekeeping.includes(kind as JobKind))
        .map((job) => (job.status === 'RUNNING' ? job.leaseUntil! + 1 : job.wakeAt)),
      ...deliveries.map((one) => (one.status === 'SENDING' ? one.leaseUntil! + 1 : one.nextAttemptAt!)),
    ]
  })
  if (simulation.nextAt !== undefined) times.push(simulation.nextAt)
  return times.length === 0 ? undefined : Math.min(...times)
}
