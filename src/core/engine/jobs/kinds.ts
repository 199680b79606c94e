import type { Mode } from '../../kernel/mode.ts'
import type { JobRow } from '../../model/jobs.ts'
import { jobKinds, recurringKinds } from './kinds.gen.ts'

export { jobKinds, recurringKinds }

export type JobKind = (typeof jobKinds)[number]

/** What brings a run to its printer at the hour that was promised: it has lanes of its own, which nothing else can fill. */
export const productionKinds: readonly JobKind[] = jobKinds.filter((kind) => kind.startsWith('runs.'))

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
