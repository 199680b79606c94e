import { everyone, type Mode, type WritableRows } from '../ports/store.ts'
import type { Services } from '../services.ts'
import type { JobKind } from './registry.ts'
import type { JobRow } from './store.ts'

export interface NewJob {
  kind: JobKind
  /** Names the job's subject; at most one job of a kind and subject waits at a time. */
  subject: string
  organisationId: string | null
  /** `test`: due by the organisation's test clock. */
  mode: Mode | null
  /** ms on that clock. */
  dueAt: number
  payload?: JobRow['payload']
}

/** Adds jobs to the queue; one that waits already under the same key stays as it is, or comes forward. */
export const enqueueJobs = async (
  services: Services,
  rows: WritableRows,
  jobs: readonly NewJob[],
): Promise<void> => {
  for (const job of jobs) {
    const dedupeKey = `${job.kind}|${job.subject}`
    const offset = await testClockOffset(rows, job)
    const wakeAt = job.dueAt - offset
    // Locked, so that nobody takes it up before what this transaction does can be seen by it.
    const sameWork = [{ field: 'dedupeKey', op: 'eq', value: dedupeKey }] as const
    const [waiting] = await rows.jobs.find(everyone, sameWork, { lock: 'wait' })
    if (waiting) {
      // One that gave up begins anew: whoever asks may know that it can be done now.
      const revived = waiting.status === 'FAILED' ? { status: 'PENDING' as const, attempts: 0 } : undefined
      if (revived || job.dueAt < waiting.dueAt) {
        await rows.jobs.update(everyone, waiting.id, { ...revived, dueAt: job.dueAt, wakeAt })
      }
      continue
    }
    await rows.jobs.insert({
      id: services.ids.next('job'),
      kind: job.kind,
      organisationId: job.organisationId,
      mode: job.mode,
      clock: job.mode === 'test' && job.organisationId ? job.organisationId : 'real',
      dueAt: job.dueAt,
      wakeAt,
      status: 'PENDING',
      leaseToken: null,
      leaseUntil: null,
      attempts: 0,
      payload: job.payload ?? {},
      lastError: null,
      dedupeKey,
      createdAt: services.clock.now(),
    })
  }
}

const testClockOffset = async (rows: WritableRows, job: NewJob): Promise<number> => {
  if (job.mode !== 'test' || !job.organisationId) return 0
  const organisation = await rows.organisations.get(everyone, job.organisationId)
  return organisation?.testClockOffsetMs ?? 0
}
