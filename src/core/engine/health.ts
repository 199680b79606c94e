export const componentNames = ['store', 'jobs', 'deliveries', 'printer'] as const

export type ComponentName = (typeof componentNames)[number]

export const conditions = ['OPERATIONAL', 'DEGRADED', 'OUTAGE'] as const

export type Condition = (typeof conditions)[number]

/** What was found, when somebody last looked. Ages in ms. */
export interface HealthReport {
  at: number
  components: Record<ComponentName, Condition>
  /** Why the server should get no requests; undefined where it may. For its operator's eyes. */
  unready: string | undefined
  /** How long the job, or the delivery, has waited that is due longest; 0 where none is due. */
  jobsLagMs: number
  deliveriesLagMs: number
  pendingJobs: number
  /** Jobs whose last attempt failed, by kind, and how many they are. */
  failingJobs: Record<string, number>
  failedJobs: number
  freeBytes: number | undefined
  /** How long the tiny write took, with its wait behind others. */
  probeMs: number
}

export interface Health {
  /** Looks, or tells what was seen within the last five seconds. Never throws. */
  look(): Promise<HealthReport>
  /** Says that a write was refused: a full disk may still take the tiny write of a probe. */
  noteUnwritable(): void
  /** Says that a webhook could not be sent for a reason of ours. */
  noteUnsent(): void
  /** Says that a write of a call was taken: what was refused before is over. */
  noteWritten(): void
}
