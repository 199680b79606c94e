import { lte, oneOf, type Where } from '../../kernel/query.ts'
import { hourMs } from '../../kernel/time.ts'
import { type JobRow, waitingStatuses } from '../../model/jobs.ts'
import { everyone, type Rows, type WritableRows } from '../../ports/store.ts'
import type { Transaction } from '../context.ts'
import type { Services } from '../services.ts'
import type { JobArgs, JobKind } from './kinds.ts'

/** The handler runs outside a transaction and opens its own. */
export interface JobContext<K extends JobKind = JobKind> {
  services: Services
  job: JobRow
  args: JobArgs<K>
  /** In ms on the job's clock. Real time continues during the work. */
  readonly now: number
  /** Throws `LeaseLost` if another process has taken the job. */
  transact<T>(callback: (transaction: Transaction) => Promise<T>): Promise<T>
  /** Call it as often as convenient: it renews leases older than 30 s. Throws `LeaseLost`. */
  extend(): Promise<void>
  /**
   * Call it between steps of long work. Returns the value that the handler must return now, because other
   * jobs wait for its lane; undefined if it may continue.
   */
  giveWay(): { resumeAt: number } | undefined
}

/** Thrown by a handler if a retry can't help: the job becomes FAILED at once. */
export class FinalFailure extends Error {}

export interface JobDefinition<K extends JobKind = JobKind> {
  kind: K
  /**
   * Makes the job recur: returns when it is due next, in ms of real time. The first job of the kind is added
   * with the first organisation, or by the first start of a version that has the kind.
   */
  recur?(context: JobContext<NoInfer<K>>): number | Promise<number>
  /**
   * Must be idempotent. Returns when to continue, in ms on the job's clock, or undefined when done. Errors
   * are retried with back-off.
   */
  handler(context: JobContext<NoInfer<K>>): Promise<{ resumeAt: number } | undefined>
}

export const defineJob = <K extends JobKind>(definition: JobDefinition<K>): JobDefinition<K> => definition

/** Throws if the job has no organisation. */
export const organisationOf = ({ kind, organisationId }: JobRow): { organisationId: string } => {
  if (organisationId === null) throw new TypeError(`Job ${kind} needs an organisation and has none.`)
  return { organisationId }
}

/** Returns the job with the lowest `field`. Queries each status, as an index is ordered only within one. */
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
/** For `recur`: returns the time in one hour. Expired rows are thus kept up to an hour longer. */
export const hourly = ({ services }: Pick<JobContext, 'services'>): number => services.clock.now() + hourMs

/** Handler of recurring jobs that removes expired rows of the tables, 200 per transaction. */
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
  // The type of one table fits all: only shared fields are used.
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
