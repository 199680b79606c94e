import * as v from 'valibot'
import { eventFamilies, eventTypes } from '../../engine/events/catalogue.ts'
import { eventSchema } from '../../engine/events/schema.ts'
import { type ShownOnce, shownOnce } from '../../engine/idempotency/shown-once.ts'
import { ruleSentences } from '../../kernel/problem-sentences.ts'
import { isDateTime, toDateTime } from '../../kernel/time.ts'
import {
  dateTime,
  described,
  fields,
  id,
  integer,
  named,
  namedObject,
  namedStrictObject,
} from '../../kernel/wire-schema.ts'
import { deliveryKinds, type WebhookEndpointRow } from '../../model/webhooks.ts'
import { deliveryStatus, undeliveredReason } from '../../model/wire-enums.ts'
import { endpointSentences } from './sentences.ts'
import { secretRotation } from './signing/sign.ts'

interface About extends Pick<WebhookEndpointRow, 'createdAt' | 'subscribedAt'> {
  deletedAt?: number
}

/** Reasons as sentences for developers. */
export const reasonTexts = {
  delivered: () => 'The endpoint answered with a 2xx.',
  delivered_by_replay: () => 'The original delivery failed; a replay succeeded.',
  waiting: () => 'The delivery is waiting for its first attempt.',
  sending: () => 'The delivery is being sent.',
  retrying: () => 'An attempt failed. The next one is at `nextAttemptAt`.',
  exhausted: () =>
    'All scheduled attempts failed. To send the event again, replay the delivery or call replay-since.',
  held: () =>
    'The delivery was waiting when the endpoint was disabled. To send it, enable the endpoint and call replay-missed.',
  missed: () =>
    'The event happened while the endpoint was disabled. To send it, enable the endpoint and call replay-missed.',
  endpoint_deleted: ({ deletedAt }: About) =>
    deletedAt === undefined
      ? 'The endpoint was deleted before the event was delivered.'
      : `The endpoint was deleted at ${toDateTime(deletedAt)}, before the event was delivered.`,
  not_subscribed: () => 'The endpoint does not subscribe to events of this type.',
  other_mode: () => 'The endpoint receives only events of the other mode (`filters.isTest`).',
  other_postflow: () => 'The endpoint receives only events of another Postflow (`filters.postflowId`).',
  other_postbatch: () => 'The endpoint receives only events of another Postbatch (`filters.postbatchId`).',
  for_another_endpoint: () => 'A test event goes only to the endpoint under test.',
  about_itself: () => 'An endpoint receives no event about being disabled itself.',
  created_later: ({ createdAt }: About) =>
    `The endpoint was created at ${toDateTime(createdAt)}, after the event.`,
  subscribed_later: ({ subscribedAt }: About) =>
    `The endpoint has subscribed to such events since ${toDateTime(subscribedAt)}, after the event.`,
  unexplained: () =>
    'The endpoint should have received the event, and no record explains why it did not. This is a bug: please report it.',
} as const

export type ExplainReason = keyof typeof reasonTexts
export const explainReasons = Object.keys(reasonTexts) as [ExplainReason, ...ExplainReason[]]

const deliveryKind = named(
  'DeliveryKind',
  '`EVENT`: sent because the event happened; `TEST`: requested as a test; `REPLAY`: sent again on request.',
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
  'Restricts the events that an endpoint receives. A filter that is null or absent does not restrict.',
  {
    isTest: described(
      v.optional(v.nullable(v.boolean())),
      'True: only test-mode events; false: only live-mode events; null: both.',
    ),
    postflowId: described(
      v.optional(v.nullable(id)),
      'Only events of this Postflow and its items, `pfl_…`; null: of all Postflows.',
    ),
    postbatchId: described(
      v.optional(v.nullable(id)),
      'Only events of this Postbatch and its items, `pbt_…`; null: of all Postbatches.',
    ),
  },
)

export const webhookInput = namedStrictObject('WebhookCreate', 'A new webhook endpoint.', {
  url: described(url, 'Receiver of the events: an HTTPS URL, at most 2,048 characters.'),
  description: described(v.optional(description), 'A note, at most 500 characters; null for none.'),
  events: described(events, 'The events to send: types, families or `*`.'),
  filters: described(v.optional(filters), 'Further restricts the events.'),
})
export type WebhookInput = v.InferOutput<typeof webhookInput>

export const webhookPatch = namedStrictObject(
  'WebhookUpdate',
  'Changes to an endpoint. Omitted fields keep their values.',
  {
    active: described(v.optional(v.boolean()), 'True enables a disabled endpoint again; false disables it.'),
    url: described(v.optional(url), 'Receiver of the events: an HTTPS URL, at most 2,048 characters.'),
    description: described(v.optional(description), 'A note, at most 500 characters; null removes it.'),
    events: described(
      v.optional(events),
      'The events to send: types, families or `*`. Replaces the whole list.',
    ),
    filters: described(v.optional(filters), 'Further restricts the events. Replaces all filters.'),
  },
)

export const webhookTestInput = v.optional(
  namedStrictObject('WebhookTest', 'Options of a test event.', {
    retry: described(
      v.optional(v.boolean(), true),
      'Whether a failed test is retried like an event; with `false` it is sent once.',
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
  dryRun: described(v.optional(v.picklist(['true', 'false'])), '`true` only counts the deliveries.'),
})
export const replaySinceInput = namedStrictObject('ReplaySince', 'The time from which to replay.', {
  since: described(
    v.pipe(
      v.string(),
      v.isoTimestamp(),
      v.check(isDateTime, ruleSentences.message('invalid_value.date_time')),
    ),
    'Replays deliveries created since then, RFC 3339. Real time, also in test mode.',
  ),
})
export const replayedMissedSchema = namedObject('MissedReplay', 'The result of a replay.', {
  count: described(integer, 'Number of deliveries to make; with `dryRun`, that would be made.'),
  dryRun: described(v.boolean(), 'Whether this was only a count.'),
})

export const retryNowQuery = v.strictObject({
  dryRun: described(v.optional(v.picklist(['true', 'false'])), '`true` only counts the deliveries.'),
})
export const retriedNowSchema = namedObject('RetriedNow', 'The result of a retry.', {
  count: described(
    integer,
    'Number of events waiting for a retry, which starts now or, with `dryRun`, would start.',
  ),
  underWay: described(
    integer,
    'Number of failed events that are already being sent or due; they do not change.',
  ),
  dryRun: described(v.boolean(), 'Whether this was only a count.'),
})

const endpointEntries = {
  id: described(v.string(), 'The endpoint, `whe_…`.'),
  url: described(v.string(), 'URL to which events are sent.'),
  description: described(v.nullable(v.string()), 'A note; null if there is none.'),
  events: described(
    v.array(v.string()),
    'The subscribed events: types such as `item.completed`, families such as `item.*`, or `*`.',
  ),
  filters: described(
    namedObject('WebhookFilters', 'Filters that restrict the events of an endpoint.', {
      isTest: described(
        v.nullable(v.boolean()),
        'True: only test-mode events; false: only live-mode events; null: both.',
      ),
      postflowId: described(
        v.nullable(v.string()),
        'Only events of this Postflow and its items, `pfl_…`; null: of all Postflows.',
      ),
      postbatchId: described(
        v.nullable(v.string()),
        'Only events of this Postbatch and its items, `pbt_…`; null: of all Postbatches.',
      ),
    }),
    'Filters that further restrict the events.',
  ),
  active: described(v.boolean(), 'Whether the endpoint receives events.'),
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
        '`FAILURES`: too many consecutive events could not be delivered; `PERSON`: disabled by the organisation.',
        v.picklist(['FAILURES', 'PERSON']),
      ),
    ),
    'What disabled it; null while it is active.',
  ),
  consecutiveExhausted: described(
    integer,
    'Consecutive events that could not be delivered. At ten, the endpoint is disabled.',
  ),
  createdAt: fields.createdAt,
  updatedAt: fields.updatedAt,
}
export const webhookSchema = namedObject('Webhook', 'A webhook endpoint.', endpointEntries)
export type Webhook = v.InferOutput<typeof webhookSchema>

export const webhookWithSecretSchema = namedObject(
  'WebhookWithSecret',
  'An endpoint with its secret, which is shown only once.',
  { ...endpointEntries, ...shownOnce('secret') },
)
export const secretRenewal: ShownOnce = {
  field: 'secret',
  renewal: 'The secret was shown once. Rotate it with webhooks.rotateSecret to get another.',
}

export const secretSchema = namedObject(
  'WebhookSecret',
  'A secret of an endpoint, identified by the beginning of its SHA-256.',
  {
    use: described(
      v.picklist(['current', 'previous', 'ended']),
      '`current`: signs; `previous`: signs alongside the current one; `ended`: no longer signs.',
    ),
    fingerprint: described(v.string(), 'The first 12 hex digits of the SHA-256 of the secret’s text.'),
    since: described(dateTime, 'Start of signing, RFC 3339 in UTC.'),
    until: described(v.nullable(dateTime), 'End of signing, RFC 3339 in UTC; null for the current one.'),
  },
)

export const rotatedSecretSchema = namedObject(
  'WebhookWithNewSecret',
  'An endpoint with its new secret, which is shown only once, and the earlier secrets.',
  {
    ...endpointEntries,
    ...shownOnce('secret'),
    secrets: described(v.array(secretSchema), 'The known secrets, the current one first.'),
  },
)

export const rotateSecretInput = v.optional(
  namedStrictObject('WebhookSecretRotate', 'How long the old secret keeps signing.', {
    overlapHours: described(
      v.optional(
        v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(secretRotation.maxHours)),
        secretRotation.defaultHours,
      ),
      'Hours for which the old secret signs alongside the new one; 0 ends it immediately.',
    ),
  }),
  {},
)

const attemptSchema = namedObject('DeliveryAttempt', 'One attempt to deliver an event.', {
  at: described(dateTime, 'Time of the attempt, RFC 3339 in UTC.'),
  durationMs: described(integer, 'Duration in ms.'),
  url: described(
    v.nullable(v.string()),
    'The URL of the attempt without the query, which may contain a secret; null if not recorded (interrupted attempts, or attempts of an earlier version).',
  ),
  status: described(v.nullable(integer), 'HTTP status of the response; null if there was none.'),
  error: described(
    v.nullable(v.string()),
    'The failure: `timeout`, `dns`, `connect`, `tls`, `reset`, `address_refused`, `redirect`, `protocol`, `interrupted`, …; null for a response with a status.',
  ),
  detail: described(v.nullable(v.string()), 'The failure as a sentence; null if there is nothing to add.'),
  responseBody: described(
    v.string(),
    'The beginning of the response: up to 16 KiB of the last attempt, 1,024 characters of earlier ones.',
  ),
})

const deliveryProgress = {
  attemptCount: described(integer, 'Number of attempts.'),
  nextAttemptAt: described(
    v.nullable(dateTime),
    'Time of the next attempt, RFC 3339 in UTC; null if there is none.',
  ),
  finishedAt: described(
    v.nullable(dateTime),
    'Time of the delivery or of the last failed attempt, RFC 3339 in UTC; null until then.',
  ),
  createdAt: fields.createdAt,
}

export const deliverySchema = namedObject(
  'Delivery',
  'The delivery of an event to an endpoint, with every attempt.',
  {
    id: described(v.string(), 'The delivery, `whd_…`; the header `X-Webhook-Id`.'),
    endpointId: described(v.string(), 'The endpoint, `whe_…`.'),
    eventId: described(v.string(), 'The event, `evt_…`.'),
    eventType: described(v.string(), 'Type of the event, e.g. `item.completed`.'),
    kind: described(deliveryKind, 'Why the event is sent.'),
    status: described(deliveryStatus, 'Status of the delivery.'),
    isTest: fields.isTest,
    attempts: described(v.array(attemptSchema), 'Every attempt, the first one first.'),
    ...deliveryProgress,
    payload: described(eventSchema, 'The event, which is the request body.'),
  },
)
export type Delivery = v.InferOutput<typeof deliverySchema>

const lastAttemptSchema = v.nullable(
  namedObject('LastDeliveryAttempt', 'The outcome of the last attempt.', {
    at: described(dateTime, 'Time of the attempt, RFC 3339 in UTC.'),
    status: described(v.nullable(integer), 'HTTP status of the response; null if there was none.'),
    error: described(
      v.nullable(v.string()),
      'The failure, as in the attempts of a delivery; null for a response with a status.',
    ),
    detail: described(v.nullable(v.string()), 'The failure as a sentence; null if there is nothing to add.'),
  }),
)

export const undeliveredSchema = namedObject(
  'UndeliveredEvent',
  'An event that an endpoint has not received.',
  {
    id: described(v.string(), 'The delivery, `whd_…`.'),
    endpointId: described(v.string(), 'The endpoint, `whe_…`.'),
    eventId: described(v.string(), 'The event, `evt_…`.'),
    eventType: described(v.string(), 'Type of the event, e.g. `item.completed`.'),
    itemId: described(v.nullable(v.string()), 'The item of the event, `itm_…`; null if it has none.'),
    postbatchId: described(
      v.nullable(v.string()),
      'The Postbatch of the event or its item, `pbt_…`; null if it has none.',
    ),
    isTest: fields.isTest,
    status: described(deliveryStatus, 'Status of the delivery.'),
    reason: described(undeliveredReason, 'Why the event is undelivered.'),
    lastAttempt: described(lastAttemptSchema, 'The last attempt; null if none was made.'),
    attemptCount: described(integer, 'Number of attempts.'),
    nextAttemptAt: described(
      v.nullable(dateTime),
      'Time of the next attempt, RFC 3339 in UTC; null if there is none.',
    ),
    finishedAt: described(
      v.nullable(dateTime),
      'Time of the last failed attempt, RFC 3339 in UTC; null until then.',
    ),
    createdAt: fields.createdAt,
  },
)
export type Undelivered = v.InferOutput<typeof undeliveredSchema>

const explainedEndpointSchema = namedObject(
  'ExplainedEndpoint',
  'Whether an endpoint received an event, and why.',
  {
    endpointId: described(v.string(), 'The endpoint, `whe_…`.'),
    url: described(v.string(), 'URL to which events are sent.'),
    description: described(v.nullable(v.string()), 'A note; null if there is none.'),
    active: described(v.boolean(), 'Whether the endpoint receives events.'),
    deletedAt: described(v.nullable(dateTime), 'Time of deletion, RFC 3339 in UTC; null if not deleted.'),
    delivered: described(
      v.boolean(),
      'Whether the endpoint answered with a 2xx, to the original delivery or a replay.',
    ),
    reason: described(
      v.picklist(explainReasons),
      'Why the endpoint has or has not received the event, as a code.',
    ),
    detail: described(v.string(), 'The reason as a sentence.'),
    undeliveredReason: described(
      v.nullable(undeliveredReason),
      'Outcome of the last attempt; null once delivered, or if the endpoint was never to receive the event.',
    ),
    lastAttempt: described(lastAttemptSchema, 'The last attempt; null if none was made.'),
    nextAttemptAt: described(
      v.nullable(dateTime),
      'Time of the next attempt, RFC 3339 in UTC; null if there is none.',
    ),
    deliveries: described(
      v.array(
        v.object({
          id: described(v.string(), 'The delivery, `whd_…`.'),
          kind: described(deliveryKind, 'Why the event is sent.'),
          status: described(deliveryStatus, 'Status of the delivery.'),
          ...deliveryProgress,
        }),
      ),
      'Deliveries of the event, the latest first, at most 20.',
    ),
  },
)
export type ExplainedEndpoint = v.InferOutput<typeof explainedEndpointSchema>

export const explainedEventSchema = namedObject(
  'ExplainedEvent',
  'An event, and for each endpoint whether and why it received the event.',
  {
    event: described(eventSchema, 'The event.'),
    endpoints: described(
      v.array(explainedEndpointSchema),
      'One entry for each endpoint, including deleted ones.',
    ),
  },
)
