import * as v from 'valibot'
import { permissionsOfSession } from '../../../engine/access/session.ts'
import { eventTypes } from '../../../engine/events/catalogue.ts'
import { eventToWire, typesOfFamily } from '../../../engine/events/event.ts'
import { eventParams, eventSchema } from '../../../engine/events/schema.ts'
import { defineList, idFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { notFound } from '../../../kernel/errors.ts'
import { described } from '../../../kernel/wire-schema.ts'
import { eventsTable } from '../../../model/events.ts'
import { explainEvent } from '../../webhooks/explain.ts'
import { explainedEventSchema } from '../../webhooks/schema.ts'
import { eventSentences } from '../sentences.ts'

export const listEvents = defineOperation({
  id: 'events.list',
  method: 'GET',
  path: '/events',
  summary: 'The event feed, newest first',
  description:
    'The last 30 days, in the order in which the events happened, with the same envelope as deliveries. A key ' +
    'sees the events of its own mode. `filter[type]` takes types and families such as `item.*`. With a portal session it does not count as use of it, since a page may ask all the time.',
  permission: 'events.read',
  effect: 'read',
  passive: true,
  list: defineList(eventsTable, {
    sort: {},
    defaultSort: '-sequence',
    filters: {
      type: {
        type: 'enum',
        values: Object.keys(eventTypes),
        groups: typesOfFamily,
        operators: ['eq', 'in'],
      },
      itemId: { ...idFilter, description: 'The item that the event is about, `itm_…`.' },
      postbatchId: {
        ...idFilter,
        description: 'The Postbatch that the event is about, or that its item or import belongs to, `pbt_…`.',
      },
      runId: {
        ...idFilter,
        description: 'The run that the event is about, or that its item was attached to, `run_…`.',
      },
      createdAt: { type: 'dateTime', operators: ['eq', 'gte', 'gt', 'lte', 'lt'] },
      isTest: {
        type: 'boolean',
        operators: ['eq'],
        column: 'mode',
        stored: { true: 'test', false: 'live' },
      },
    },
  }),
  output: listOf(eventSchema),
  async handler({ rows, scope }, { list }) {
    return toList(list, await rows.events.list(scope, list), eventToWire)
  },
})

export const getEvent = defineOperation({
  id: 'events.get',
  method: 'GET',
  path: '/events/{id}',
  summary: 'One event of the last 30 days',
  permission: 'events.read',
  effect: 'read',
  params: eventParams,
  output: eventSchema,
  errors: ['not_found'],
  async handler({ rows, scope }, { params }) {
    const event = await rows.events.get(scope, params.id)
    if (!event) throw notFound('event')
    return eventToWire(event)
  },
})

export const explainEventOperation = defineOperation({
  id: 'events.explain',
  method: 'GET',
  path: '/events/{id}/explain',
  summary: 'Why an event did, or did not, reach each endpoint',
  description:
    'Every endpoint of the organisation, those deleted since then too, each with one reason and the deliveries that it is taken from. A test key sees the endpoints that get test events only.',
  // The answer shows the endpoints and their addresses.
  permission: 'webhooks.manage',
  effect: 'read',
  params: eventParams,
  output: explainedEventSchema,
  errors: ['not_found'],
  async handler({ rows, scope }, { params }) {
    const event = await rows.events.get(scope, params.id)
    if (!event) throw notFound('event')
    return { event: eventToWire(event), endpoints: await explainEvent(rows, scope, event) }
  },
})

export const liveEvents = defineOperation({
  id: 'events.live',
  method: 'GET',
  path: '/live',
  summary: 'Events as they happen',
  description:
    'Server-Sent Events for pages of the portal: each event of the organisation in the mode of the request, with its number in the organisation as `id`, its type as `event` and the envelope as `data`. The first says `ready` and the number from which on it tells. `after` repeats what was missed; where that is more than 100 events, `reload` says so instead, and so it does where more happens at once than all streams together are told. A frame without a number is a hint: `export.changed`, `import.changed`, `topUp.changed`, `ticket.changed` or `testClock.changed` say that such a thing, which has no event for it, changed; a stream that was cut off does not repeat them. A comment comes at least every 15 seconds. The stream shows what the permissions show, and ends with the session, with the server, and where it is not read for long. It does not count as use of the session.',
  permission: 'authenticated',
  audience: 'portal',
  effect: 'process',
  passive: true,
  query: v.strictObject({
    after: described(
      v.optional(
        v.pipe(
          v.string(),
          v.regex(/^\d{1,15}$/, eventSentences.message('invalid_format.event_number')),
          v.transform(Number),
        ),
      ),
      'The `id` of the last event that was heard: what happened after it is told first.',
    ),
  }),
  output: 'stream',
  contentType: 'text/event-stream',
  async handler({ services, scope, caller, sessionId }, { query }) {
    return {
      contentType: 'text/event-stream',
      content: await services.live.open({
        scope,
        callerId: caller.id,
        after: query.after,
        permissionsNow: async () =>
          sessionId === undefined
            ? undefined
            : permissionsOfSession(services, sessionId, scope.organisationId),
      }),
      // Proxies hand each event on at once, as it is.
      headers: { 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' },
    }
  },
})
