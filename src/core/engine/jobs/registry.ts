import type { JobRow } from '../../model/jobs.ts'
import type { Transaction } from '../context.ts'
import type { Services } from '../services.ts'
import type { JobKind } from './kinds.ts'

/** What a job's handler works with; it runs outside a transaction and opens its own. */
export interface JobContext {
  services: Services
  job: JobRow
  /** ms on the clock that the job waits on. */
  now: number
  /** One transaction, which counts only while the lease is held: throws `LeaseLost` where somebody else has the job by now. */
  transact<T>(body: (transaction: Transaction) => Promise<T>): Promise<T>
  /**
   * Says that the work goes on, as often as it likes: the lease is renewed when it is half a minute old. Throws `LeaseLost`
   * where somebody else has the job by then.
   */
  extend(): Promise<void>
  /**
   * Between two pieces of long work: what the handler is to return now, because it had its turn and others wait for its
   * lane; undefined where it may go on.
   */
  giveWay(): { again: number } | undefined
}

export interface JobDefinition {
  kind: JobKind
  /**
   * Does the work so that doing it again after a crash does no harm. Returns when to come back, in ms on the
   * job's clock, where the job is to go on later; nothing when it is done. A throw is retried with back-off.
   */
  handler(context: JobContext): Promise<{ again: number } | undefined>
}

export const defineJob = (definition: JobDefinition): JobDefinition => definition
