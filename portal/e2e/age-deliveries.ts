import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Portal } from './portal.ts'

const dayMs = 86_400_000

/**
 * Makes what waits for another attempt a day older, as if it had failed all day: its last attempt is due. The
 * server sends it when it looks next, such as after another event.
 */
export const ageDeliveries = ({ data }: Portal): void => {
  const database = new DatabaseSync(join(data, 'lettershop.db'))
  database.exec('pragma busy_timeout = 5000')
  database
    .prepare(
      `update "webhook_deliveries" set "firstAttemptAt" = "firstAttemptAt" - ?, "nextAttemptAt" = ?
       where "status" = 'PENDING' and "attemptCount" > 0`,
    )
    .run(dayMs, Date.now())
  database.close()
}
