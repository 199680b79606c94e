import { lte, oneOf } from '../../kernel/query.ts'
import { hourMs } from '../../kernel/time.ts'
import { everyone, type WritableRows } from '../../ports/store.ts'
import type { JobContext } from './registry.ts'

/** Tables whose rows carry the real time from which they are no longer kept. */
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

const chunkSize = 200
/** When what expires is looked for again: nothing expired is kept for longer. */
export const hourly = ({ services }: JobContext): number => services.clock.now() + hourMs

/** Removes what has expired, some hundred rows in a transaction. For jobs that recur. */
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
  // One of the tables stands for all of them: they share the two fields that this touches.
  const expiring = rows[table] as WritableRows['events']
  const expired = await expiring.find(
    everyone,
    { expiresAt: lte(now) },
    { order: [{ field: 'expiresAt' }], limit: chunkSize, lock: 'skip' },
  )
  if (expired.length > 0) {
    await expiring.remove(everyone, { id: oneOf(expired.map((row) => row.id)) })
  }
  return expired.length
}
