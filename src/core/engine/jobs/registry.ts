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
  giveWay(): { resumeAt: number } | undefined
}

export interface JobDefinition {
  /** The name of its file. */
  kind: JobKind
  /**
   * For a job that one of waits for as long as the instance lives: when it is due again after it was done, in ms of real
   * time. The first is added with the first organisation, or by the first start of a version that has it.
   */
  recur?(context: JobContext): number | Promise<number>
  /**
   * Does the work so that doing it again after a crash does no harm. Returns when to come back, in ms on the
   * job's clock, where the job is to go on later; nothing when it is done. A throw is retried with back-off.
   */
  handler(context: JobContext): Promise<{ resumeAt: number } | undefined>
}

export const defineJob = (definition: JobDefinition): JobDefinition => definition
