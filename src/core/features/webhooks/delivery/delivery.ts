import type { ModeScope } from '../../../engine/caller.ts'
import { notFound } from '../../../kernel/errors.ts'
import { oneOf } from '../../../kernel/query.ts'
import { toDateTime, toDateTimeOrNull } from '../../../kernel/time.ts'
import type { EventRow } from '../../../model/events.ts'
import type { WebhookDeliveryRow } from '../../../model/webhooks.ts'
import type { Rows } from '../../../ports/store.ts'
import type { Delivery, Undelivered } from '../schema.ts'

export const toWire = (row: WebhookDeliveryRow, event: Pick<EventRow, 'body'>): Delivery => ({
  id: row.id,
  endpointId: row.endpointId,
  eventId: row.eventId,
  eventType: row.eventType,
  kind: row.kind,
  status: row.status,
  isTest: row.mode === 'test',
  attempts: row.attempts.map((attempt) => ({
    ...attempt,
    at: toDateTime(attempt.at),
    url: attempt.url ?? null,
  })),
  attemptCount: row.attemptCount,
  nextAttemptAt: toDateTimeOrNull(row.nextAttemptAt),
  finishedAt: toDateTimeOrNull(row.finishedAt),
  createdAt: toDateTime(row.createdAt),
  payload: JSON.parse(event.body) as Delivery['payload'],
})

export const toUndelivered = (
  row: WebhookDeliveryRow,
  event: Pick<EventRow, 'itemId' | 'postbatchId'> | undefined,
): Undelivered => ({
  id: row.id,
  endpointId: row.endpointId,
  eventId: row.eventId,
  eventType: row.eventType,
  itemId: event?.itemId ?? null,
  postbatchId: event?.postbatchId ?? null,
  isTest: row.mode === 'test',
  status: row.status,
  reason: row.undelivered!,
  lastAttempt: lastAttemptToWire(row),
  attemptCount: row.attemptCount,
  nextAttemptAt: toDateTimeOrNull(row.nextAttemptAt),
  finishedAt: toDateTimeOrNull(row.finishedAt),
  createdAt: toDateTime(row.createdAt),
})

/** Returns the last attempt without the response body, which the delivery log has; null if there is none. */
export const lastAttemptToWire = ({ attempts }: Pick<WebhookDeliveryRow, 'attempts'>) => {
  const last = attempts.at(-1)
  return last
    ? { at: toDateTime(last.at), status: last.status, error: last.error, detail: last.detail }
    : null
}

/** Throws 404 if the delivery or event is unknown, of another endpoint or mode, or removed by retention. */
export const deliveryWithEvent = async (
  rows: Rows,
  scope: ModeScope,
  endpointId: string,
  id: string,
): Promise<{ delivery: WebhookDeliveryRow; event: EventRow }> => {
  const delivery = await rows.webhookDeliveries.get(scope, id)
  const event = delivery && (await rows.events.get(scope, delivery.eventId))
  if (!delivery || !event || delivery.endpointId !== endpointId) throw notFound('webhook delivery')
  return { delivery, event }
}

export const eventsOf = async (
  rows: Rows,
  scope: ModeScope,
  deliveries: readonly WebhookDeliveryRow[],
): Promise<Map<string, EventRow>> => {
  if (deliveries.length === 0) return new Map()
  const ids = [...new Set(deliveries.map((delivery) => delivery.eventId))]
  const events = await rows.events.find(scope, { id: oneOf(ids) })
  return new Map(events.map((event) => [event.id, event]))
}
