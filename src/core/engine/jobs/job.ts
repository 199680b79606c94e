import { lte, oneOf, type Where } from '../../kernel/query.ts'
import { hourMs } from '../../kernel/time.ts'
import { type JobRow, waitingStatuses } from '../../model/jobs.ts'
import { everyone, type Rows, type WritableRows } from '../../ports/store.ts'
import type { Transaction } from '../context.ts'
import type { Services } from '../services.ts'
import type { JobArgs, JobKind } from './kinds.ts'

/** The context of a job's handler, which runs outside a transaction and opens its own. */
export interface JobContext<K extends JobKind = JobKind> {
  services: Services
  job: JobRow
  /** What it was given. */
  args: JobArgs<K>
  /** ms on the job's clock. Real time goes on while the work does. */
  readonly now: number
  /**
   * Runs one transaction, provided the lease is held. Throws `LeaseLost` where another process has the job by
   * now.
   */
  transact<T>(body: (transaction: Transaction) => Promise<T>): Promise<T>
  /**
   * Keeps the lease while the work goes on. May be called as often as convenient: the lease is renewed when
   * it is half a minute old. Throws `LeaseLost` where another process has the job by then.
   */
  extend(): Promise<void>
  /**
   * To be called between two pieces of long work: the value that the handler must return now, because its
   * turn is over and others wait for its lane; undefined where it may continue.
   */
  giveWay(): { resumeAt: number } | undefined
}

/** Thrown by a job that another try cannot help: it is FAILED at once and not tried again by itself. */
export class FinalFailure extends Error {}

export interface JobDefinition<K extends JobKind = JobKind> {
  kind: K
  /**
   * Makes the job recur for as long as the instance exists: returns when it is next due, in ms of real time.
   * The first is added with the first organisation, or by the first start of a version that knows this kind.
   */
  recur?(context: JobContext<NoInfer<K>>): number | Promise<number>
  /**
   * Does the work, in such a way that repeating it after a crash does no harm. Returns when to continue, in
   * ms on the job's clock, or undefined when it is done. After an error it is retried with back-off.
   */
  handler(context: JobContext<NoInfer<K>>): Promise<{ resumeAt: number } | undefined>
}

export const defineJob = <K extends JobKind>(definition: JobDefinition<K>): JobDefinition<K> => definition

/** The organisation that a job is about, as the scope of what it asks. Throws where the job is about none. */
export const organisationOf = ({ kind, organisationId }: JobRow): { organisationId: string } => {
  if (organisationId === null) throw new TypeError(`A job ${kind} without an organisation asks for its rows.`)
  return { organisationId }
}

/**
 * The job that is due first among those that wait and meet the conditions. Asks for each status by itself, since an
 * index has the order within one only.
 */
export const earliestWaiting = async (
  rows: Rows,
  field: 'dueAt' | 'wakeAt',
  where: Where<JobRow> = {},
  lock?: 'skip',
): Promise<JobRow | undefined> => {
  const options = { order: [{ field }], limit: 1, ...(lock ? { lock } : {}) }
  const found = await Promise.all(
    waitingStatuses.map((status) => rows.jobs.find(everyone, [{ status }, where], options)),
  )
  return found.flat().toSorted((a, b) => a[field] - b[field])[0]
}

/** Tables whose rows expire at `expiresAt`, in real time. */
export type Expiring =
  | 'events'
  | 'webhookDeliveries'
  | 'idempotency'
  | 'sessions'
  | 'signInAttempts'
  | 'requestLog'
  | 'auditLog'
  | 'links'
  | 'secondFactors'
  | 'deletedWebhookEndpoints'
  | 'itemActions'
  | 'itemActionChunks'
  | 'itemActionFailures'
  | 'connectorPayloads'

const chunkSize = 200
/** For `recur`: in an hour, so that expired rows are kept at most that much longer. */
export const hourly = ({ services }: Pick<JobContext, 'services'>): number => services.clock.now() + hourMs

/** Removes expired rows, 200 in each transaction. For recurring jobs. */
export const removeExpired = async (
  { services, transact, extend }: JobContext,
  tables: readonly Expiring[],
): Promise<undefined> => {
  const now = services.clock.now()
  for (const table of tables) {
    while ((await transact(({ rows }) => removeSome(rows, table, now))) === chunkSize) await extend()
  }
  return undefined
}

const removeSome = async (rows: WritableRows, table: Expiring, now: number): Promise<number> => {
  // The type of one table stands for all of them, since they share the fields used here; those without organisations have no scope.
  const expiring = rows[table] as WritableRows['events']
  const expired = await expiring.find(
    everyone,
    { expiresAt: lte(now) },
    { order: [{ field: 'expiresAt' }], limit: chunkSize, lock: 'skip' },
  )
  if (expired.length > 0) {
    const owners = { organisationIds: expired.map((row) => row.organisationId) }
    await expiring.remove(owners, { id: oneOf(expired.map((row) => row.id)) })
  }
  return expired.length
}
