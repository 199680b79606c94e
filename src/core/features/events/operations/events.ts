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
  summary: 'List events',
  description:
    'Events of the last 30 days in the order in which they happened, the latest first, with the same envelope as deliveries. A key ' +
    'sees the events of its own mode. `filter[type]` accepts types and families such as `item.*`. Does not count as use of a portal session, since pages may poll it.',
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
      itemId: { ...idFilter, description: 'The item of the event, `itm_…`.' },
      postbatchId: {
        ...idFilter,
        description: 'The Postbatch of the event, its item or its import, `pbt_…`.',
      },
      runId: {
        ...idFilter,
        description: 'The run of the event or its item, `run_…`.',
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
  summary: 'Get an event',
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
  summary: 'Explain the delivery of an event',
  description:
    'Returns every endpoint of the organisation, including those deleted since, each with a reason why it did or did not receive the event and the deliveries behind it. A test key sees the endpoints that receive only test events.',
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
  summary: 'Stream events',
  description:
    'Server-Sent Events for portal pages: each event of the organisation in the mode of the request, with its sequence number as `id`, its type as `event` and the envelope as `data`. The first frame is `ready` with the number after which the stream starts. `after` repeats missed events; if these are more than 100, or if more events happen at once than all streams together can send, `reload` is sent instead. A frame without a number is a hint: `export.changed`, `import.changed`, `topUp.changed`, `ticket.changed` or `testClock.changed` report changes without an event; reconnected streams do not repeat them. A comment is sent at least every 15 seconds. The stream shows what the permissions allow, and ends with the session, with the server, or if it is not read for long. It does not count as use of the session.',
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
      'The `id` of the last received event. Later events are sent first.',
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
      // Proxies must forward each event immediately and unchanged.
      headers: { 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' },
    }
  },
})
