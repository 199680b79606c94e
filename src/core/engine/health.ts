import type { Sentence } from '../kernel/sentences.ts'
export const componentNames = ['store', 'jobs', 'deliveries', 'printer', 'files'] as const

export type ComponentName = (typeof componentNames)[number]

export const conditions = ['OPERATIONAL', 'DEGRADED', 'OUTAGE'] as const

export type Condition = (typeof conditions)[number]

/** `at` is in ms. */
export interface HealthReport {
  at: number
  components: Record<ComponentName, Condition>
  /** Why the server should get no requests; undefined while it is ready. */
  unready: Sentence<'unready'> | undefined
  /** Wait of the most overdue job in ms; 0 if none is due. */
  jobsLagMs: number
  /** Wait of the most overdue webhook delivery in ms; 0 if none is due. */
  deliveriesLagMs: number
  pendingJobs: number
  /** Jobs whose last attempt failed, by kind. */
  failingJobs: Record<string, number>
  failedJobs: number
  freeBytes: number | undefined
  /** Duration of the probe's write in ms, including its wait for other writes. */
  probeMs: number
}

export interface Health {
  /** Reuses results for five seconds. Never throws. */
  look(): Promise<HealthReport>
  /** Records that the store refused a write: a full disk may still accept the probe's small write. */
  noteUnwritable(): void
  /** Records that a webhook could not be sent for a local reason. */
  noteUnsent(): void
  /** Records a successful write, which ends the effect of `noteUnwritable`. */
  noteWritten(): void
}
