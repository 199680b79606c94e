import type { JobKind } from '../../src/core/engine/jobs/kinds.ts'
import { not, oneOf } from '../../src/core/kernel/query.ts'
import { everyone } from '../../src/core/ports/store.ts'
import type { Town } from './town.ts'

/** Jobs that never end, or only tidy up: nothing is waiting for them. */
const housekeeping: readonly JobKind[] = [
  'events.retention',
  'idempotency.retention',
  'people.retention',
  'developers.retention',
  'privacy.retention',
  'billing.monthly',
  'assets.expireUpload',
  'assets.purge',
  'assets.sweep',
  'imports.forget',
]

/**
 * When something is due next, be it a job, a lease, a delivery or a waiting client; housekeeping excluded.
 */
export const nextDue = async ({ world }: Town): Promise<number | undefined> => {
  const times = await world.disk.read(async (rows) => {
    const jobs = await rows.jobs.find(everyone, { status: not('FAILED') })
    const deliveries = await rows.webhookDeliveries.find(everyone, { status: oneOf(['PENDING', 'SENDING']) })
    return [
      ...jobs
        .filter(({ status, kind }) => status === 'RUNNING' || !housekeeping.includes(kind as JobKind))
        .map((job) => (job.status === 'RUNNING' ? job.leaseUntil! + 1 : job.wakeAt)),
      ...deliveries.map((one) => (one.status === 'SENDING' ? one.leaseUntil! + 1 : one.nextAttemptAt!)),
    ]
  })
  if (world.nextAt !== undefined) times.push(world.nextAt)
  return times.length === 0 ? undefined : Math.min(...times)
}
