import type { WrittenEvent } from '../../../engine/events/event.ts'
import type { Services } from '../../../engine/services.ts'
import { oneOf, type Where } from '../../../kernel/query.ts'
import type { EventRow } from '../../../model/events.ts'
import type { DeliveryKind, WebhookDeliveryRow, WebhookEndpointRow } from '../../../model/webhooks.ts'
import type { WritableRows } from '../../../ports/store.ts'
import { whyNot } from '../endpoints/subscription.ts'

/**
 * Inserts a delivery for each event and each endpoint that subscribes to it, in the transaction of the event,
 * so that no relay between the two could lose one. While an endpoint is disabled its delivery is recorded as
 * MISSED, so that `replay-missed` knows exactly what the endpoint would have received. Returns how many were
 * inserted.
 */
export const fanOut = async (
  services: Services,
  rows: WritableRows,
  organisationId: string,
  events: readonly WrittenEvent[],
): Promise<number> => {
  // In the order of an index, because every transaction with an event runs this query.
  const endpoints = await rows.webhookEndpoints.find({ organisationId }, mayMatch(events), {
    order: [{ field: 'createdAt' }],
  })
  if (endpoints.length === 0) return 0
  const deliveries: WebhookDeliveryRow[] = []
  for (const { event, row } of events) {
    for (const endpoint of endpoints) {
      if (whyNot(endpoint, event) === undefined) {
        deliveries.push(newDelivery(services, endpoint, row, event.onlyEndpointId ? 'TEST' : 'EVENT'))
      }
    }
  }
  await rows.webhookDeliveries.insertMany(deliveries)
  return deliveries.length
}

/**
 * Conditions that let the database leave out endpoints for another Postflow or Postbatch. `whyNot` still
 * decides on each row.
 */
const mayMatch = (events: readonly Pick<WrittenEvent, 'event'>[]): Where<WebhookEndpointRow> => {
  if (events.some(({ event }) => event.onlyEndpointId)) return {}
  const noneOr = (ids: readonly (string | null | undefined)[]) => [
    null,
    ...new Set(ids.map((id) => id ?? null)),
  ]
  return {
    onlyPostflowId: oneOf(noneOr(events.map(({ event }) => event.postflowId))),
    onlyPostbatchId: oneOf(noneOr(events.map(({ event }) => event.postbatchId))),
  }
}

export const newDelivery = (
  services: Services,
  endpoint: WebhookEndpointRow,
  event: Pick<EventRow, 'id' | 'type' | 'mode' | 'organisationId' | 'expiresAt'>,
  kind: DeliveryKind,
): WebhookDeliveryRow => {
  const now = services.clock.now()
  // A test is sent even while the endpoint is disabled: it shows whether to enable it again.
  const missed = !endpoint.active && kind === 'EVENT'
  return {
    id: services.ids.next('whd'),
    organisationId: event.organisationId,
    mode: event.mode,
    endpointId: endpoint.id,
    eventId: event.id,
    eventType: event.type,
    kind,
    status: missed ? 'MISSED' : 'PENDING',
    attempts: [],
    attemptCount: 0,
    firstAttemptAt: null,
    nextAttemptAt: missed ? null : now,
    leaseToken: null,
    leaseUntil: null,
    undelivered: missed ? 'endpoint_disabled' : null,
    replayedAt: null,
    createdAt: now,
    finishedAt: null,
    expiresAt: event.expiresAt,
  }
}
