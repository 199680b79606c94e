import { everyone, type WritableRows } from '../../ports/store.ts'
import type { Services } from '../services.ts'
import type { NewJob } from './kinds.ts'

/** Adds jobs to the queue; one that waits already under the same key stays as it is, or comes forward. */
export const enqueueJobs = async (
  services: Services,
  rows: WritableRows,
  jobs: readonly NewJob[],
): Promise<void> => {
  // Ids in the order of asking, which is that of carrying out what is due at one time; rows in the order in which everybody
  // locks them.
  const asked = jobs.map((job) => ({
    job,
    id: services.ids.next('job'),
    dedupeKey: `${job.kind}|${job.subject}`,
  }))
  const offsets = await testClockOffsets(rows, jobs)
  for (const { job, id, dedupeKey } of asked.toSorted((a, b) => compareText(a.dedupeKey, b.dedupeKey))) {
    const offset = job.mode === 'test' ? (offsets.get(job.organisationId) ?? 0) : 0
    const wakeAt = job.dueAt - offset
    // Locked, so that nobody takes it up before what this transaction does can be seen by it.
    const sameWork = { dedupeKey }
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
      id,
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

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** What the test clocks that jobs wait on are ahead of real time. */
const testClockOffsets = async (
  rows: WritableRows,
  jobs: readonly NewJob[],
): Promise<ReadonlyMap<string | null, number>> => {
  const waiting = jobs.flatMap(({ mode, organisationId }) => (mode === 'test' && organisationId) || [])
  const offsets = new Map<string | null, number>()
  for (const organisationId of [...new Set(waiting)].sort()) {
    const organisation = await rows.organisations.get(everyone, organisationId)
    offsets.set(organisationId, organisation?.testClockOffsetMs ?? 0)
  }
  return offsets
}
