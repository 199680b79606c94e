import type { Schemas } from '../../../api/client.ts'
import { reasonText } from '../reasons.ts'

type Undelivered = Schemas['UndeliveredEvent']

/** The undelivered events of an enabled webhook if several share one reason; otherwise none. */
export const rowsOfOneReason = (
  { id, active }: Schemas['Webhook'],
  rows: readonly Undelivered[],
): Undelivered[] => {
  const own = active ? rows.filter(({ endpointId }) => endpointId === id) : []
  const reasons = new Set(own.map(({ reason, lastAttempt }) => reasonText(reason, lastAttempt)))
  return own.length > 1 && reasons.size === 1 ? own : []
}
