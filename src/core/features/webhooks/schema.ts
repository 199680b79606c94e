import * as v from 'valibot'
import { eventFamilies, eventTypes } from '../../engine/events/catalogue.ts'
import { eventSchema } from '../../engine/events/schema.ts'
import { type ShownOnce, shownOnce } from '../../engine/idempotency/shown-once.ts'
import { ruleSentences } from '../../kernel/problem-sentences.ts'
import { isDateTime, toDateTime } from '../../kernel/time.ts'
import { dateTime, fields, id, integer } from '../../kernel/wire-fields.ts'
import { described, named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { deliveryKinds, type WebhookEndpointRow } from '../../model/webhooks.ts'
import { deliveryStatus, undeliveredReason } from '../../model/wire-enums.ts'
import { endpointSentences } from './sentences.ts'
import { secretRotation } from './signing/sign.ts'

interface About extends Pick<WebhookEndpointRow, 'createdAt' | 'subscribedAt'> {
  deletedAt?: number
}

/** Why an endpoint did or did not receive an event, as a sentence for developers. */
export const reasonTexts = {
  delivered: () => 'The endpoint answered with a 2xx.',
  delivered_by_replay: () => 'Its own delivery did not get through; a replay did.',
  waiting: () => 'It waits for its first attempt.',
  sending: () => 'It is being sent now.',
  retrying: () => 'An attempt failed; it is tried again at `nextAttemptAt`.',
  exhausted: () =>
    'Every attempt of the schedule failed. Replay the delivery, or call replay-since, to have it sent again.',
  held: () =>
    'It waited when the endpoint was disabled. Enable the endpoint and call replay-missed to have it sent.',
  missed: () =>
    'It happened while the endpoint was disabled. Enable the endpoint and call replay-missed to have it sent.',
  endpoint_deleted: ({ deletedAt }: About) =>
    deletedAt === undefined
      ? 'The endpoint was deleted before it was delivered.'
      : `The endpoint was deleted at ${toDateTime(deletedAt)}, before it was delivered.`,
  not_subscribed: () => 'The endpoint does not subscribe to events of this type.',
  other_mode: () => 'The endpoint gets events of the other mode only (`filters.isTest`).',
  other_postflow: () => 'The endpoint gets events of another Postflow only (`filters.postflowId`).',
  other_postbatch: () => 'The endpoint gets events of another Postbatch only (`filters.postbatchId`).',
  for_another_endpoint: () => 'A test event goes to the endpoint that it was asked for only.',
  about_itself: () => 'An endpoint gets no event about its own disabling.',
  created_later: ({ createdAt }: About) =>
    `The endpoint was made at ${toDateTime(createdAt)}, after the event.`,
  subscribed_later: ({ subscribedAt }: About) =>
    `The endpoint subscribes to such events since ${toDateTime(subscribedAt)}, after the event.`,
  unexplained: () =>
    'The endpoint should have got it, and nothing on record says why it has not. This is a fault of ours: please tell us.',
} as const

export type ExplainReason = keyof typeof reasonTexts
export const explainReasons = Object.keys(reasonTexts) as [ExplainReason, ...ExplainReason[]]

const deliveryKind = named(
  'DeliveryKind',
  '`EVENT`: sent because it happened; `TEST`: asked for as a test; `REPLAY`: sent again on request.',
  v.picklist(deliveryKinds),
)

const subscription = named(
  'EventSubscription',
  'An event type such as `item.completed`, a family such as `item.*`, or `*` for every event.',
  v.picklist(
    ['*', ...eventFamilies, ...Object.keys(eventTypes)],
    endpointSentences.message('invalid_value.event_type'),
  ),
)

const url = v.pipe(v.string(), v.minLength(1), v.maxLength(2048))
const description = v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(500)))
const events = v.pipe(v.array(subscription), v.minLength(1), v.maxLength(50))
const filters = namedStrictObject(
  'WebhookFiltersInput',
  'Narrows the events that an endpoint gets. A filter that is null or absent narrows nothing.',
  {
    isTest: described(
      v.optional(v.nullable(v.boolean())),
      'True: events of test mode only; false: of live mode only; null: both.',
    ),
    postflowId: described(
      v.optional(v.nullable(id)),
      'Only events of this Postflow and its items, `pfl_…`; null: of all.',
    ),
    postbatchId: described(
      v.optional(v.nullable(id)),
      'Only events of this Postbatch and its items, `pbt_…`; null: of all.',
    ),
  },
)

export const webhookInput = namedStrictObject('WebhookCreate', 'A new webhook endpoint.', {
  url: described(url, 'Where events are sent: an HTTPS address, at most 2,048 characters.'),
  description: described(
    v.optional(description),
    'A note for people, at most 500 characters; null for none.',
  ),
  events: described(events, 'The events to send: types, families or `*`.'),
  filters: described(v.optional(filters), 'Narrows the events further.'),
})
export type WebhookInput = v.InferOutput<typeof webhookInput>

export const webhookPatch = namedStrictObject(
  'WebhookUpdate',
  'Changes to an endpoint; a field that is not sent stays as it is.',
  {
    active: described(v.optional(v.boolean()), 'True enables a disabled endpoint again; false disables it.'),
    url: described(v.optional(url), 'Where events are sent: an HTTPS address, at most 2,048 characters.'),
    description: described(
      v.optional(description),
      'A note for people, at most 500 characters; null removes it.',
    ),
    events: described(
      v.optional(events),
      'The events to send: types, families or `*`. Replaces all of them.',
    ),
    filters: described(v.optional(filters), 'Narrows the events further. Replaces all filters.'),
  },
)
export type WebhookPatch = v.InferOutput<typeof webhookPatch>

export const webhookTestInput = v.optional(
  namedStrictObject('WebhookTest', 'How a test is sent.', {
    retry: described(
      v.optional(v.boolean(), true),
      'Whether a test that fails is tried again, as an event is; with `false` it is sent once.',
    ),
  }),
  {},
)

export const webhookParams = v.strictObject({ id: described(v.string(), 'The endpoint, `whe_…`.') })
export const deliveryParams = v.strictObject({
  id: described(v.string(), 'The endpoint, `whe_…`.'),
  deliveryId: described(v.string(), 'The delivery, `whd_…`.'),
})

export const replayMissedQuery = v.strictObject({
  dryRun: described(v.optional(v.picklist(['true', 'false'])), '`true` only counts what would be sent.'),
})
export const replaySinceInput = namedStrictObject('ReplaySince', 'From when on to send again.', {
  since: described(
    v.pipe(
      v.string(),
      v.isoTimestamp(),
      v.check(isDateTime, ruleSentences.message('invalid_value.date_time')),
    ),
    'Deliveries that were made from then on, RFC 3339. In real time, in test mode too.',
  ),
})
export const replayedMissedSchema = namedObject('MissedReplay', 'What a replay sent, or would send.', {
  count: described(integer, 'How many deliveries are still to be made, or would be.'),
  dryRun: described(v.boolean(), 'Whether it was only counted.'),
})

export const retryNowQuery = v.strictObject({
  dryRun: described(v.optional(v.picklist(['true', 'false'])), '`true` only counts what would be tried.'),
})
export const retriedNowSchema = namedObject('RetriedNow', 'What is tried now, or would be.', {
  count: described(
    integer,
    'How many events wait for a later attempt, which is made now or, with `dryRun`, would be.',
  ),
  underWay: described(
    integer,
    'How many events that failed before are being sent, or are about to be; they stay as they are.',
  ),
  dryRun: described(v.boolean(), 'Whether it was only counted.'),
})

const endpointEntries = {
  id: described(v.string(), 'The endpoint, `whe_…`.'),
  url: described(v.string(), 'Where its events are sent.'),
  description: described(v.nullable(v.string()), 'A note for people; null if there is none.'),
  events: described(
    v.array(v.string()),
    'The events that it gets: types such as `item.completed`, families such as `item.*`, or `*`.',
  ),
  filters: described(
    namedObject('WebhookFilters', 'What narrows the events that an endpoint gets.', {
      isTest: described(
        v.nullable(v.boolean()),
        'True: events of test mode only; false: of live mode only; null: both.',
      ),
      postflowId: described(
        v.nullable(v.string()),
        'Only events of this Postflow and its items, `pfl_…`; null: of all.',
      ),
      postbatchId: described(
        v.nullable(v.string()),
        'Only events of this Postbatch and its items, `pbt_…`; null: of all.',
      ),
    }),
    'What narrows them further.',
  ),
  active: described(v.boolean(), 'Whether events are sent to it.'),
  disabledAt: described(
    v.nullable(dateTime),
    'When it was disabled, RFC 3339 in UTC; null while it is active.',
  ),
  disabledReason: described(
    v.nullable(v.string()),
    'Why it was disabled, as a sentence; null while it is active.',
  ),
  disabledBy: described(
    v.nullable(
      named(
        'WebhookDisabledBy',
        '`FAILURES`: too many events in a row could not be delivered; `PERSON`: it was switched off by the organisation.',
        v.picklist(['FAILURES', 'PERSON']),
      ),
    ),
    'What disabled it; null while it is active.',
  ),
  consecutiveExhausted: described(
    integer,
    'Events in a row that could not be delivered; at ten the endpoint is disabled.',
  ),
  createdAt: fields.createdAt,
  updatedAt: fields.updatedAt,
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
  renewal: 'The secret was shown once. Rotate it (webhooks.rotateSecret) to get another.',
}

export const secretSchema = namedObject(
  'WebhookSecret',
  'One of an endpoint’s secrets, identified by the beginning of its SHA-256.',
  {
    use: described(
      v.picklist(['current', 'previous', 'ended']),
      '`current`: signs; `previous`: signs beside the current one; `ended`: signs no more.',
    ),
    fingerprint: described(v.string(), 'The first 12 hex digits of the SHA-256 of the secret’s text.'),
    since: described(dateTime, 'Since when it signs, RFC 3339 in UTC.'),
    until: described(
      v.nullable(dateTime),
      'Until when it signs or signed, RFC 3339 in UTC; null for the current one.',
    ),
  },
)

export const rotatedSecretSchema = namedObject(
  'WebhookWithNewSecret',
  'An endpoint with its new secret, which is shown this once, and those before it.',
  {
    ...endpointEntries,
    ...shownOnce('secret'),
    secrets: described(v.array(secretSchema), 'The secrets that are known, the current one first.'),
  },
)

export const rotateSecretInput = v.optional(
  namedStrictObject('WebhookSecretRotate', 'How long the old secret keeps signing.', {
    overlapHours: described(
      v.optional(
        v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(secretRotation.maxHours)),
        secretRotation.defaultHours,
      ),
      'Hours for which the old secret signs beside the new one; 0 ends it at once.',
    ),
  }),
  {},
)

const attemptSchema = namedObject('DeliveryAttempt', 'One attempt to deliver an event.', {
  at: described(dateTime, 'When it was made, RFC 3339 in UTC.'),
  durationMs: described(integer, 'How long it took, in ms.'),
  url: described(
    v.nullable(v.string()),
    'The address that it went to, without the query, which may hold a secret; null where that was not recorded: attempts that were interrupted, or made by an earlier version.',
  ),
  status: described(v.nullable(integer), 'HTTP status of the answer; null if none arrived.'),
  error: described(
    v.nullable(v.string()),
    'What went wrong: `timeout`, `dns`, `connect`, `tls`, `reset`, `address_refused`, `redirect`, `protocol`, `interrupted`, …; null for an answer with a status.',
  ),
  detail: described(v.nullable(v.string()), 'The same as a sentence; null if there is nothing to add.'),
  responseBody: described(
    v.string(),
    'The beginning of the answer: up to 16 KiB of the last attempt, 1,024 characters of those before.',
  ),
})

/** How far a delivery has come. */
const deliveryProgress = {
  attemptCount: described(integer, 'How many attempts were made.'),
  nextAttemptAt: described(
    v.nullable(dateTime),
    'When it is tried next, RFC 3339 in UTC; null if it is not.',
  ),
  finishedAt: described(
    v.nullable(dateTime),
    'When it was delivered or given up, RFC 3339 in UTC; null until then.',
  ),
  createdAt: fields.createdAt,
}

export const deliverySchema = namedObject(
  'Delivery',
  'One event on its way to one endpoint, with every attempt.',
  {
    id: described(v.string(), 'The delivery, `whd_…`; the header `X-Webhook-Id`.'),
    endpointId: described(v.string(), 'The endpoint, `whe_…`.'),
    eventId: described(v.string(), 'The event, `evt_…`.'),
    eventType: described(v.string(), 'Type of the event, e.g. `item.completed`.'),
    kind: described(deliveryKind, 'Why it is sent.'),
    status: described(deliveryStatus, 'Where it is now.'),
    isTest: fields.isTest,
    attempts: described(v.array(attemptSchema), 'Every attempt, the first one first.'),
    ...deliveryProgress,
    payload: described(eventSchema, 'The event: the body that is sent.'),
  },
)
export type Delivery = v.InferOutput<typeof deliverySchema>

const lastAttemptSchema = v.nullable(
  namedObject('LastDeliveryAttempt', 'What the last attempt met.', {
    at: described(dateTime, 'When it was made, RFC 3339 in UTC.'),
    status: described(v.nullable(integer), 'HTTP status of the answer; null if none arrived.'),
    error: described(
      v.nullable(v.string()),
      'What went wrong, as in the attempts of a delivery; null for an answer with a status.',
    ),
    detail: described(v.nullable(v.string()), 'The same as a sentence; null if there is nothing to add.'),
  }),
)

export const undeliveredSchema = namedObject('UndeliveredEvent', 'An event that an endpoint does not have.', {
  id: described(v.string(), 'The delivery, `whd_…`.'),
  endpointId: described(v.string(), 'The endpoint, `whe_…`.'),
  eventId: described(v.string(), 'The event, `evt_…`.'),
  eventType: described(v.string(), 'Type of the event, e.g. `item.completed`.'),
  itemId: described(v.nullable(v.string()), 'The item that the event is about, `itm_…`; null if none is.'),
  postbatchId: described(
    v.nullable(v.string()),
    'The Postbatch that the event or its item belongs to, `pbt_…`; null if there is none.',
  ),
  isTest: fields.isTest,
  status: described(deliveryStatus, 'Where the delivery is now.'),
  reason: described(undeliveredReason, 'Why the endpoint does not have it.'),
  lastAttempt: described(lastAttemptSchema, 'The last attempt; null if none was made.'),
  attemptCount: described(integer, 'How many attempts were made.'),
  nextAttemptAt: described(
    v.nullable(dateTime),
    'When it is tried next, RFC 3339 in UTC; null if it is not.',
  ),
  finishedAt: described(v.nullable(dateTime), 'When it was given up, RFC 3339 in UTC; null until then.'),
  createdAt: fields.createdAt,
})
export type Undelivered = v.InferOutput<typeof undeliveredSchema>

const explainedEndpointSchema = namedObject(
  'ExplainedEndpoint',
  'Whether an endpoint has an event, and why.',
  {
    endpointId: described(v.string(), 'The endpoint, `whe_…`.'),
    url: described(v.string(), 'Where its events are sent.'),
    description: described(v.nullable(v.string()), 'A note for people; null if there is none.'),
    active: described(v.boolean(), 'Whether events are sent to it.'),
    deletedAt: described(v.nullable(dateTime), 'When it was deleted, RFC 3339 in UTC; null if it was not.'),
    delivered: described(
      v.boolean(),
      'Whether the endpoint answered with a 2xx, to its own delivery or to a replay.',
    ),
    reason: described(v.picklist(explainReasons), 'Why it has the event or has not, for programs.'),
    detail: described(v.string(), 'The reason as a sentence.'),
    undeliveredReason: described(
      v.nullable(undeliveredReason),
      'What the last attempt met; null once it is delivered, and where it never was to be.',
    ),
    lastAttempt: described(lastAttemptSchema, 'The last attempt; null if none was made.'),
    nextAttemptAt: described(
      v.nullable(dateTime),
      'When it is tried next, RFC 3339 in UTC; null if it is not.',
    ),
    deliveries: described(
      v.array(
        v.object({
          id: described(v.string(), 'The delivery, `whd_…`.'),
          kind: described(deliveryKind, 'Why it is sent.'),
          status: described(deliveryStatus, 'Where it is now.'),
          ...deliveryProgress,
        }),
      ),
      'Its deliveries, the latest first, at most 20.',
    ),
  },
)
export type ExplainedEndpoint = v.InferOutput<typeof explainedEndpointSchema>

export const explainedEventSchema = namedObject(
  'ExplainedEvent',
  'An event, and for each endpoint whether it has it and why.',
  {
    event: described(eventSchema, 'The event.'),
    endpoints: described(v.array(explainedEndpointSchema), 'One entry for each endpoint, deleted ones too.'),
  },
)
