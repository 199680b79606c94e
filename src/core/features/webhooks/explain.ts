import type { ModeScope } from '../../engine/caller.ts'
import { gte, oneOf } from '../../kernel/query.ts'
import { toDateTime, toDateTimeOrNull } from '../../kernel/time.ts'
import type { EventRow } from '../../model/events.ts'
import type {
  DeletedWebhookEndpointRow,
  WebhookDeliveryRow,
  WebhookEndpointRow,
} from '../../model/webhooks.ts'
import type { Rows } from '../../ports/store.ts'
import { lastAttemptToWire } from './delivery/delivery.ts'
import { type Addressed, mismatchOf } from './delivery/fan-out.ts'
import { maxDeleted, visibleTo } from './endpoints/endpoint.ts'
import type { ExplainedEndpoint } from './schema.ts'
import { type ExplainReason, reasonTexts } from './schema.ts'

/** Limit of shown deliveries of one event to one endpoint, the latest first: there may be many replays. */
export const maxShown = 20
const maxReplays = 200

/** In its current state, or as it was deleted. */
type Endpoint = (WebhookEndpointRow | DeletedWebhookEndpointRow) & { deletedAt?: number }

/** Explains for each endpoint that the caller may see whether and why it received the event. */
export const explainEvent = async (
  rows: Rows,
  scope: ModeScope,
  event: EventRow,
): Promise<ExplainedEndpoint[]> => {
  const deliveries = await deliveriesOf(rows, scope, event)
  const endpoints = await endpointsSince(rows, scope, event)
  return endpoints.map((endpoint) =>
    explain(
      endpoint,
      event,
      deliveries.filter(({ endpointId }) => endpointId === endpoint.id),
    ),
  )
}

/** Returns the latest replays, the latest first, then the original deliveries. */
const deliveriesOf = async (rows: Rows, scope: ModeScope, event: EventRow): Promise<WebhookDeliveryRow[]> => {
  const own = { eventId: event.id }
  const originals = await rows.webhookDeliveries.find(scope, [own, { kind: oneOf(['EVENT', 'TEST']) }])
  const replays = await rows.webhookDeliveries.find(scope, [own, { kind: 'REPLAY' }], {
    order: [{ field: 'id', descending: true }],
    limit: maxReplays,
  })
  return [...replays, ...originals]
}

const endpointsSince = async (rows: Rows, scope: ModeScope, event: EventRow): Promise<Endpoint[]> => {
  const own = { organisationId: scope.organisationId }
  const order = [{ field: 'createdAt' as const }]
  const present = await rows.webhookEndpoints.find(own, visibleTo(scope.mode), { order })
  const deleted = await rows.deletedWebhookEndpoints.find(
    own,
    [{ deletedAfter: gte(event.sequence) }, visibleTo(scope.mode)],
    { order: [{ field: 'deletedAt', descending: true }], limit: maxDeleted },
  )
  return [...present, ...deleted.filter(({ createdAfter }) => createdAfter < event.sequence)]
}

const explain = (
  endpoint: Endpoint,
  event: EventRow,
  deliveries: readonly WebhookDeliveryRow[],
): ExplainedEndpoint => {
  const original = deliveries.find(({ kind }) => kind !== 'REPLAY')
  const reason = original ? reasonOf(original, endpoint) : reasonWithout(endpoint, event)
  return {
    endpointId: endpoint.id,
    url: endpoint.url,
    description: endpoint.description,
    active: 'active' in endpoint && endpoint.active,
    deletedAt: toDateTimeOrNull(endpoint.deletedAt ?? null),
    delivered: deliveries.some(({ status }) => status === 'DELIVERED'),
    reason,
    detail: reasonTexts[reason](endpoint),
    undeliveredReason: original?.undelivered ?? null,
    lastAttempt: original ? lastAttemptToWire(original) : null,
    nextAttemptAt: toDateTimeOrNull(original?.nextAttemptAt ?? null),
    deliveries: deliveries.slice(0, maxShown).map((delivery) => ({
      id: delivery.id,
      kind: delivery.kind,
      status: delivery.status,
      attemptCount: delivery.attemptCount,
      nextAttemptAt: toDateTimeOrNull(delivery.nextAttemptAt),
      finishedAt: toDateTimeOrNull(delivery.finishedAt),
      createdAt: toDateTime(delivery.createdAt),
    })),
  }
}

const ofStatus = {
  SENDING: 'sending',
  DELIVERED: 'delivered',
  EXHAUSTED: 'exhausted',
  HELD: 'held',
  MISSED: 'missed',
  DROPPED: 'endpoint_deleted',
} as const

const reasonOf = (delivery: WebhookDeliveryRow, endpoint: Endpoint): ExplainReason => {
  if (delivery.status === 'DELIVERED') return 'delivered'
  if (delivery.replayedAt !== null) return 'delivered_by_replay'
  if (endpoint.deletedAt !== undefined) return 'endpoint_deleted'
  if (delivery.status === 'PENDING') return delivery.attemptCount === 0 ? 'waiting' : 'retrying'
  return ofStatus[delivery.status]
}

/** Returns why there is no delivery: the current settings exclude the event, or earlier ones did. */
const reasonWithout = (endpoint: Endpoint, event: EventRow): ExplainReason => {
  if (event.sequence <= endpoint.createdAfter) return 'created_later'
  const mismatch = mismatchOf(endpoint, addressOf(event))
  if (mismatch) return mismatch
  return event.sequence <= endpoint.subscribedAfter ? 'subscribed_later' : 'unexplained'
}

/** Restores what the emitter set: `webhook.*` events name an endpoint in their data. */
const addressOf = ({ type, mode, postflowId, postbatchId, body }: EventRow): Addressed => {
  const address = { type: type as Addressed['type'], mode, postflowId, postbatchId }
  if (type !== 'webhook.test' && type !== 'webhook.disabled') return address
  const { data } = JSON.parse(body) as { data: { endpoint: { id: string } } }
  return type === 'webhook.test'
    ? { ...address, onlyEndpointId: data.endpoint.id }
    : { ...address, exceptEndpointId: data.endpoint.id }
}
