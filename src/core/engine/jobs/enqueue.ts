import type { JobRow } from '../../model/jobs.ts'
import { everyone, type WritableRows } from '../../ports/store.ts'
import type { Services } from '../services.ts'
import { joinPayloads, type NewJob } from './kinds.ts'

/** Inserts jobs. A waiting job of equal kind and subject instead gets both arguments and the earlier time. */
export const enqueueJobs = async (
  services: Services,
  rows: WritableRows,
  jobs: readonly NewJob[],
): Promise<void> => {
  // Ids follow the order of the requests, in which jobs due at the same time run. Rows are locked in order of
  // keys, as everywhere.
  const requested = jobs.map((job) => ({
    job,
    id: services.ids.next('job'),
    dedupeKey: `${job.kind}|${job.subject}`,
  }))
  const offsets = await testClockOffsets(rows, jobs)
  for (const { job, id, dedupeKey } of requested.toSorted((a, b) => compareText(a.dedupeKey, b.dedupeKey))) {
    const offset = job.mode === 'test' ? (offsets.get(job.organisationId) ?? 0) : 0
    const wakeAt = job.dueAt - offset
    // The lock keeps the job from starting before it can see this transaction's changes.
    const sameWork = { dedupeKey }
    const [waiting] = await rows.jobs.find(everyone, sameWork, { lock: 'wait' })
    if (waiting) {
      // A failed job starts from scratch, since the request suggests that it may succeed now.
      const revived = waiting.status === 'FAILED' ? { status: 'PENDING' as const, attempts: 0 } : undefined
      const payload = joinPayloads(job.kind, waiting.payload, job.payload ?? {})
      if (revived || !isSamePayload(payload, waiting.payload) || job.dueAt < waiting.dueAt) {
        const dueAt = revived ? job.dueAt : Math.min(job.dueAt, waiting.dueAt)
        await rows.jobs.update(everyone, waiting.id, {
          ...revived,
          payload,
          dueAt,
          wakeAt: dueAt === job.dueAt ? wakeAt : waiting.wakeAt,
        })
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

const isSamePayload = (a: JobRow['payload'], b: JobRow['payload']): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => a[name] === b[name])

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Returns by organisation how far its test clock is ahead of real time, in ms. */
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
