import { lte, oneOf } from '../../kernel/query.ts'
import { hourMs } from '../../kernel/time.ts'
import { everyone, type WritableRows } from '../../ports/store.ts'
import type { JobContext } from './job.ts'

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
