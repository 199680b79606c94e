import type { WrittenEvent } from '../../../engine/events/event.ts'
import type { Services } from '../../../engine/services.ts'
import { oneOf, type Where } from '../../../kernel/query.ts'
import type { EventRow } from '../../../model/events.ts'
import type { DeliveryKind, WebhookDeliveryRow, WebhookEndpointRow } from '../../../model/webhooks.ts'
import type { WritableRows } from '../../../ports/store.ts'
import { whyNot } from '../endpoints/subscription.ts'

/**
 * Makes a delivery row for each event and each endpoint that subscribes to it, in the event's own
 * transaction: there is no relay that could lose one. While an endpoint is disabled the row
 * is recorded as MISSED, so that `replay-missed` knows exactly what it would have got.
 */
export const fanOut = async (
  services: Services,
  rows: WritableRows,
  organisationId: string,
  events: readonly WrittenEvent[],
): Promise<number> => {
  // In the order of an index: asked by every transaction that tells something.
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

/** Leaves to the database what `whyNot` would say of most endpoints where each is for a Postflow or a Postbatch of its own. */
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
  // A test is sent even while disabled: it is how somebody finds out whether to enable again.
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
