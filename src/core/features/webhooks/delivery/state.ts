import { isNotNull, isNull, type Where } from '../../../kernel/query.ts'
import type { UndeliveredReason, WebhookDeliveryRow } from '../../../model/webhooks.ts'

/** State of a waiting delivery after its endpoint was disabled. */
export const heldState = {
  status: 'HELD',
  nextAttemptAt: null,
  undelivered: 'endpoint_disabled',
} as const

/** Final state of a delivery after its endpoint was deleted. */
export const droppedState = {
  status: 'DROPPED',
  nextAttemptAt: null,
  undelivered: 'endpoint_deleted',
} as const

/** Why the event is undelivered after a failed attempt; null for tests and replays. */
export const undeliveredAfter = (
  { kind }: Pick<WebhookDeliveryRow, 'kind'>,
  reason: UndeliveredReason,
): UndeliveredReason | null => (kind === 'EVENT' ? reason : null)

/** Deliveries of events that an endpoint still does not have, in the order of a sparse index. */
export const undeliveredConditions: Where<WebhookDeliveryRow> = {
  undelivered: isNotNull,
  kind: 'EVENT',
  replayedAt: isNull,
}
