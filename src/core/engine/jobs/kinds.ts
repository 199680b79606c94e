import type { Mode } from '../../kernel/mode.ts'
import type { JobRow } from '../../model/jobs.ts'
import { jobKinds, recurringKinds } from './kinds.gen.ts'

export { jobKinds, recurringKinds }

export type JobKind = (typeof jobKinds)[number]

/**
 * Jobs that bring a run to its printer on time: they have lanes of their own, which no other job can occupy.
 */
export const productionKinds: readonly JobKind[] = jobKinds.filter((kind) => kind.startsWith('runs.'))

export interface NewJob {
  kind: JobKind
  /** What the job is about; at most one job of a kind and subject waits at a time. */
  subject: string
  organisationId: string | null
  /** With `test` the job waits on the organisation's test clock. */
  mode: Mode | null
  /** When the job is due, in ms on its clock. */
  dueAt: number
  payload?: JobRow['payload']
}
