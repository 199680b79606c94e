import { matchesSubscription } from '../../../engine/events/catalogue.ts'
import type { EventSubject, NewEvent, WrittenEvent } from '../../../engine/events/event.ts'
import type { Services } from '../../../engine/services.ts'
import { oneOf, type Where } from '../../../kernel/query.ts'
import type { EventRow } from '../../../model/events.ts'
import type { DeliveryKind, WebhookDeliveryRow, WebhookEndpointRow } from '../../../model/webhooks.ts'
import type { WritableRows } from '../../../ports/store.ts'

export type Subscription = Pick<
  WebhookEndpointRow,
  'id' | 'events' | 'onlyMode' | 'onlyPostflowId' | 'onlyPostbatchId'
>
export type Addressed = Pick<
  NewEvent,
  'type' | 'mode' | 'postflowId' | 'postbatchId' | 'onlyEndpointId' | 'exceptEndpointId'
>

/** Returns why the endpoint does not get the event; undefined if it does. Also for `events.explain`. */
export const mismatchOf = (
  endpoint: Subscription,
  event: Addressed,
):
  | 'for_another_endpoint'
  | 'about_itself'
  | 'not_subscribed'
  | 'other_mode'
  | 'other_postflow'
  | 'other_postbatch'
  | undefined => {
  if (event.onlyEndpointId) return event.onlyEndpointId === endpoint.id ? undefined : 'for_another_endpoint'
  if (event.exceptEndpointId === endpoint.id) return 'about_itself'
  if (!endpoint.events.some((subscription) => matchesSubscription(subscription, event.type)))
    return 'not_subscribed'
  if (endpoint.onlyMode !== null && endpoint.onlyMode !== event.mode) return 'other_mode'
  if (endpoint.onlyPostflowId !== null && endpoint.onlyPostflowId !== event.postflowId)
    return 'other_postflow'
  if (endpoint.onlyPostbatchId !== null && endpoint.onlyPostbatchId !== event.postbatchId)
    return 'other_postbatch'
  return undefined
}

/**
 * The returned function inserts a delivery for each event and subscribed endpoint and returns their number.
 * It runs in the event's transaction, so that none is lost in between. For a disabled endpoint the delivery
 * is MISSED, so that `replay-missed` knows exactly what it would have received.
 */
export const fanOut = async (
  services: Services,
  rows: WritableRows,
  organisationId: string,
  events: readonly EventSubject[],
): Promise<(written: readonly WrittenEvent[]) => Promise<number>> => {
  // Uses the order of an index, because every transaction with an event runs this query.
  const endpoints = await rows.webhookEndpoints.find({ organisationId }, mayMatch(events), {
    order: [{ field: 'createdAt' }],
  })
  return async (written) => {
    const deliveries: WebhookDeliveryRow[] = []
    for (const { event, row } of endpoints.length > 0 ? written : []) {
      for (const endpoint of endpoints) {
        if (mismatchOf(endpoint, event) === undefined) {
          deliveries.push(newDelivery(services, endpoint, row, event.onlyEndpointId ? 'TEST' : 'EVENT'))
        }
      }
    }
    await rows.webhookDeliveries.insertMany(deliveries)
    return deliveries.length
  }
}

/** Narrows the query by Postflow and Postbatch; `mismatchOf` still decides on each row. */
const mayMatch = (events: readonly EventSubject[]): Where<WebhookEndpointRow> => {
  if (events.some(({ onlyEndpointId }) => onlyEndpointId)) return {}
  const noneOr = (ids: readonly (string | null | undefined)[]) => [
    null,
    ...new Set(ids.map((id) => id ?? null)),
  ]
  return {
    onlyPostflowId: oneOf(noneOr(events.map(({ postflowId }) => postflowId))),
    onlyPostbatchId: oneOf(noneOr(events.map(({ postbatchId }) => postbatchId))),
  }
}

export const newDelivery = (
  services: Services,
  endpoint: WebhookEndpointRow,
  event: Pick<EventRow, 'id' | 'type' | 'mode' | 'organisationId' | 'expiresAt'>,
  kind: DeliveryKind,
): WebhookDeliveryRow => {
  const now = services.clock.now()
  // A test is sent to a disabled endpoint too: it shows whether to enable it again.
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
