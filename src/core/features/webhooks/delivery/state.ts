import { isNotNull, isNull, type Where } from '../../../kernel/query.ts'
import type { UndeliveredReason, WebhookDeliveryRow } from '../../../model/webhooks.ts'

/** What becomes of a delivery when its endpoint is disabled while it waits. */
export const heldState = {
  status: 'HELD',
  nextAttemptAt: null,
  undelivered: 'endpoint_disabled',
} as const

/** When it was deleted: the end. */
export const droppedState = {
  status: 'DROPPED',
  nextAttemptAt: null,
  undelivered: 'endpoint_deleted',
} as const

/** What an attempt that failed says of the event; nothing where it was a test or a replay. */
export const undeliveredAfter = (
  { kind }: Pick<WebhookDeliveryRow, 'kind'>,
  reason: UndeliveredReason,
): UndeliveredReason | null => (kind === 'EVENT' ? reason : null)

/** Events that an endpoint does not have although something was done about it, in the order of a sparse index. */
export const undeliveredConditions: Where<WebhookDeliveryRow> = {
  undelivered: isNotNull,
  kind: 'EVENT',
  replayedAt: isNull,
}
