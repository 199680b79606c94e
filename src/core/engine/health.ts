import type { Said } from '../kernel/sentences.ts'
export const componentNames = ['store', 'jobs', 'deliveries', 'printer', 'files'] as const

export type ComponentName = (typeof componentNames)[number]

export const conditions = ['OPERATIONAL', 'DEGRADED', 'OUTAGE'] as const

export type Condition = (typeof conditions)[number]

/** The result of a health check at `at` (ms). */
export interface HealthReport {
  at: number
  components: Record<ComponentName, Condition>
  /** Why the server should receive no requests, for operators; undefined while it is ready. */
  unready: Said<'unready'> | undefined
  /** How long, in ms, the job that is overdue longest has waited; 0 where none is due. */
  jobsLagMs: number
  /** How long, in ms, the webhook delivery that is overdue longest has waited; 0 where none is due. */
  deliveriesLagMs: number
  pendingJobs: number
  /** The number of jobs whose last attempt failed, by kind. */
  failingJobs: Record<string, number>
  failedJobs: number
  freeBytes: number | undefined
  /** How long the probe's write took in ms, including its wait for other writes. */
  probeMs: number
}

export interface Health {
  /** Checks the components, or returns the result of a check within the last five seconds. Never throws. */
  look(): Promise<HealthReport>
  /** Notes that a write was refused: a full disk may still take the small write of the probe. */
  noteUnwritable(): void
  /** Notes that a webhook could not be sent for a reason on this side. */
  noteUnsent(): void
  /** Notes that a call's write succeeded, which ends an earlier refusal. */
  noteWritten(): void
}
