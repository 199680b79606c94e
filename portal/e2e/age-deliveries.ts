import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Portal } from './portal.ts'

const dayMs = 86_400_000

/**
 * Makes deliveries that wait for a retry a day older, as if they had failed all day: their last attempt is
 * due. The server sends them at its next check, such as after another event.
 */
export const ageDeliveries = (portal: Portal): void => move(portal, dayMs, Date.now())

/** Delays waiting deliveries by a day, however long a test takes. */
export const postponeDeliveries = (portal: Portal): void => move(portal, 0, Date.now() + dayMs)

const move = ({ data }: Portal, olderMs: number, nextAttemptAt: number): void => {
  const database = new DatabaseSync(join(data, 'lettershop.db'))
  database.exec('pragma busy_timeout = 5000')
  database
    .prepare(
      `update "webhook_deliveries" set "firstAttemptAt" = "firstAttemptAt" - ?, "nextAttemptAt" = ?
       where "status" = 'PENDING' and "attemptCount" > 0`,
    )
    .run(olderMs, nextAttemptAt)
  database.close()
}
