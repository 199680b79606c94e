import * as v from 'valibot'
import { eventFamilies, eventTypes } from '../../engine/events/catalogue.ts'
import { eventSchema } from '../../engine/events/schema.ts'
import { type ShownOnce, shownOnce } from '../../engine/idempotency/shown-once.ts'
import { named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { deliveryKinds } from '../../model/webhooks.ts'
import { deliveryStatus, undeliveredReason } from '../../model/wire-enums.ts'
import { explainReasons } from './explain/explain-texts.ts'
import { secretRotation } from './signing/secret.ts'

const deliveryKind = named(
  'DeliveryKind',
  '`EVENT`: sent because it happened; `TEST`: asked for as a test; `REPLAY`: sent again on request.',
  v.picklist(deliveryKinds),
)
const dateTime = v.pipe(v.string(), v.isoTimestamp())
const integer = v.pipe(v.number(), v.integer())
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(40))

const subscription = named(
  'EventSubscription',
  'An event type such as `item.completed`, a family such as `item.*`, or `*` for every event.',
  v.picklist(
    ['*', ...eventFamilies, ...Object.keys(eventTypes)],
    'Name an event type, a family such as item.*, or *.',
  ),
)

const url = v.pipe(v.string(), v.minLength(1), v.maxLength(2048))
const description = v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(500)))
const events = v.pipe(v.array(subscription), v.minLength(1), v.maxLength(50))
const filters = namedStrictObject(
  'WebhookFiltersInput',
  'Narrows the events that an endpoint gets. A filter that is null or absent narrows nothing.',
  {
    isTest: v.optional(v.nullable(v.boolean())),
    postflowId: v.optional(v.nullable(id)),
    postbatchId: v.optional(v.nullable(id)),
  },
)

export const webhookInput = namedStrictObject('WebhookCreate', 'A new webhook endpoint.', {
  url,
  description: v.optional(description),
  events,
  filters: v.optional(filters),
})
export type WebhookInput = v.InferOutput<typeof webhookInput>

export const webhookPatch = namedStrictObject(
  'WebhookUpdate',
  'Changes to an endpoint; a field that is not sent stays as it is.',
  {
    active: v.optional(v.boolean()),
    url: v.optional(url),
    description: v.optional(description),
    events: v.optional(events),
    filters: v.optional(filters),
  },
)
export type WebhookPatch = v.InferOutput<typeof webhookPatch>

export const webhookParams = v.strictObject({ id: v.string() })
export const deliveryParams = v.strictObject({ id: v.string(), deliveryId: v.string() })

export const replayMissedQuery = v.strictObject({
  dryRun: v.optional(v.picklist(['true', 'false'])),
})
export const replayedMissedSchema = namedObject('MissedReplay', 'What `replay-missed` sent, or would send.', {
  count: integer,
  dryRun: v.boolean(),
})

const endpointEntries = {
  id: v.string(),
  url: v.string(),
  description: v.nullable(v.string()),
  events: v.array(v.string()),
  filters: namedObject('WebhookFilters', 'What narrows the events that an endpoint gets.', {
    isTest: v.nullable(v.boolean()),
    postflowId: v.nullable(v.string()),
    postbatchId: v.nullable(v.string()),
  }),
  active: v.boolean(),
  disabledAt: v.nullable(dateTime),
  disabledReason: v.nullable(v.string()),
  /** Events in a row that could not be delivered; at ten the endpoint is disabled. */
  consecutiveExhausted: integer,
  createdAt: dateTime,
  updatedAt: dateTime,
}
export const webhookSchema = namedObject('Webhook', 'A webhook endpoint.', endpointEntries)
export type Webhook = v.InferOutput<typeof webhookSchema>

export const webhookWithSecretSchema = namedObject(
  'WebhookWithSecret',
  'An endpoint with its secret, which is shown this once.',
  { ...endpointEntries, ...shownOnce('secret') },
)
export const secretAgain: ShownOnce = {
  field: 'secret',
  again: 'The secret was shown once. Rotate it (webhooks.rotateSecret) to get another.',
}

export const secretSchema = namedObject(
  'WebhookSecret',
  'One of an endpoint’s secrets, told apart by the beginning of its SHA-256.',
  {
    /** `previous` ones sign beside the current one, `ended` ones no more. */
    use: v.picklist(['current', 'previous', 'ended']),
    /** The first 12 hex digits of the SHA-256 of the secret's text. */
    fingerprint: v.string(),
    since: dateTime,
    /** Null of the current one. */
    until: v.nullable(dateTime),
  },
)

export const rotatedSecretSchema = namedObject(
  'WebhookWithNewSecret',
  'An endpoint with its new secret, which is shown this once, and those before it.',
  {
    ...endpointEntries,
    ...shownOnce('secret'),
    secrets: v.array(secretSchema),
  },
)

export const rotateSecretInput = v.optional(
  namedStrictObject('WebhookSecretRotate', 'How long the old secret keeps signing.', {
    /** How long the old secret signs beside the new one. */
    overlapHours: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(secretRotation.maxHours)),
      secretRotation.defaultHours,
    ),
  }),
  {},
)

const attemptSchema = namedObject('DeliveryAttempt', 'One attempt to deliver an event.', {
  at: dateTime,
  durationMs: integer,
  /** HTTP status; null where none arrived. */
  status: v.nullable(integer),
  /** `timeout`, `dns`, `connect`, `tls`, `reset`, `address_refused`, `redirect`, `protocol`, `interrupted`, …; null for an answer with a status. */
  error: v.nullable(v.string()),
  detail: v.nullable(v.string()),
  /** The beginning of the answer: up to 16 KiB of the last attempt, 1,024 characters of those before. */
  responseBody: v.string(),
})

export const deliverySchema = namedObject(
  'Delivery',
  'One event on its way to one endpoint, with every attempt.',
  {
    id: v.string(),
    endpointId: v.string(),
    eventId: v.string(),
    eventType: v.string(),
    kind: deliveryKind,
    status: deliveryStatus,
    isTest: v.boolean(),
    attempts: v.array(attemptSchema),
    attemptCount: integer,
    nextAttemptAt: v.nullable(dateTime),
    finishedAt: v.nullable(dateTime),
    createdAt: dateTime,
    payload: eventSchema,
  },
)
export type Delivery = v.InferOutput<typeof deliverySchema>

const lastAttemptSchema = v.nullable(
  namedObject('LastDeliveryAttempt', 'What the last attempt met.', {
    at: dateTime,
    status: v.nullable(integer),
    error: v.nullable(v.string()),
    detail: v.nullable(v.string()),
  }),
)

export const undeliveredSchema = namedObject('UndeliveredEvent', 'An event that an endpoint does not have.', {
  /** Of the delivery. */
  id: v.string(),
  endpointId: v.string(),
  eventId: v.string(),
  eventType: v.string(),
  isTest: v.boolean(),
  status: deliveryStatus,
  /** What the last attempt met, or what keeps it from being sent. */
  reason: undeliveredReason,
  lastAttempt: lastAttemptSchema,
  attemptCount: integer,
  nextAttemptAt: v.nullable(dateTime),
  finishedAt: v.nullable(dateTime),
  createdAt: dateTime,
})
export type Undelivered = v.InferOutput<typeof undeliveredSchema>

const explainedEndpointSchema = namedObject(
  'ExplainedEndpoint',
  'Whether an endpoint has an event, and why.',
  {
    endpointId: v.string(),
    url: v.string(),
    description: v.nullable(v.string()),
    active: v.boolean(),
    deletedAt: v.nullable(dateTime),
    /** A 2xx came for it, to its own delivery or to a replay. */
    delivered: v.boolean(),
    reason: v.picklist(explainReasons),
    /** The reason as a sentence. */
    detail: v.string(),
    /** What the last attempt met, while it is undelivered. */
    undeliveredReason: v.nullable(undeliveredReason),
    lastAttempt: lastAttemptSchema,
    nextAttemptAt: v.nullable(dateTime),
    /** The latest first, at most 20: replays may be many. */
    deliveries: v.array(
      v.object({
        id: v.string(),
        kind: deliveryKind,
        status: deliveryStatus,
        attemptCount: integer,
        nextAttemptAt: v.nullable(dateTime),
        finishedAt: v.nullable(dateTime),
        createdAt: dateTime,
      }),
    ),
  },
)
export type ExplainedEndpoint = v.InferOutput<typeof explainedEndpointSchema>

export const explainedEventSchema = namedObject(
  'ExplainedEvent',
  'An event, and for each endpoint whether it has it and why.',
  {
    event: eventSchema,
    endpoints: v.array(explainedEndpointSchema),
  },
)
