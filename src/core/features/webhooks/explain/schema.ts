import * as v from 'valibot'
import { eventSchema } from '../../../engine/events/schema.ts'
import { dateTime, fields, integer } from '../../../kernel/wire-fields.ts'
import { described, namedObject } from '../../../kernel/wire-schema.ts'
import { deliveryStatus, undeliveredReason } from '../../../model/wire-enums.ts'
import { deliveryKind, deliveryProgress } from '../schema.ts'
import { explainReasons } from './explain-texts.ts'

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
