import type { Schemas } from '../../../api/client.ts'
import { reasonText } from '../reasons.ts'

type Undelivered = Schemas['UndeliveredEvent']

/** Returns an enabled webhook's undelivered events if there are several, all for one reason; else none. */
export const rowsOfOneReason = (
  { id, active }: Schemas['Webhook'],
  rows: readonly Undelivered[],
): Undelivered[] => {
  const own = active ? rows.filter(({ endpointId }) => endpointId === id) : []
  const reasons = new Set(own.map(({ reason, lastAttempt }) => reasonText(reason, lastAttempt)))
  return own.length > 1 && reasons.size === 1 ? own : []
}
