import type { NewEvent } from '../events/append.ts'
import { matchesSubscription } from '../events/catalogue.ts'
import type { EventRow } from '../events/store.ts'
import type { WritableRows } from '../ports/store.ts'
import type { Services } from '../services.ts'
import type { DeliveryKind, WebhookDeliveryRow, WebhookEndpointRow } from './store.ts'

/**
 * Makes a delivery row for each event and each endpoint that subscribes to it, in the event's own
 * transaction: there is no relay that could lose one (DESIGN 4). While an endpoint is disabled the row
 * is recorded as MISSED, so that `replay-missed` knows exactly what it would have got.
 */
export const fanOut = async (
  services: Services,
  rows: WritableRows,
  organisationId: string,
  events: readonly { event: NewEvent; row: EventRow }[],
): Promise<number> => {
  // In the order of an index: asked by every transaction that tells something.
  const endpoints = await rows.webhookEndpoints.find({ organisationId }, [], {
    order: [{ field: 'createdAt' }],
  })
  if (endpoints.length === 0) return 0
  const deliveries: WebhookDeliveryRow[] = []
  for (const { event, row } of events) {
    for (const endpoint of endpoints) {
      if (receives(endpoint, event)) {
        deliveries.push(newDelivery(services, endpoint, row, event.onlyEndpointId ? 'TEST' : 'EVENT'))
      }
    }
  }
  await rows.webhookDeliveries.insertMany(deliveries)
  return deliveries.length
}

/** Whether an endpoint gets an event: by name where the event is for one endpoint, else by subscription and filters. */
export const receives = (endpoint: WebhookEndpointRow, event: NewEvent): boolean => {
  if (event.onlyEndpointId) return event.onlyEndpointId === endpoint.id
  if (event.exceptEndpointId === endpoint.id) return false
  return (
    endpoint.events.some((subscription) => matchesSubscription(subscription, event.type)) &&
    (endpoint.onlyMode === null || endpoint.onlyMode === event.mode) &&
    (endpoint.onlyPostflowId === null || endpoint.onlyPostflowId === event.postflowId) &&
    (endpoint.onlyPostbatchId === null || endpoint.onlyPostbatchId === event.postbatchId)
  )
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
    createdAt: now,
    finishedAt: null,
    expiresAt: event.expiresAt,
  }
}
