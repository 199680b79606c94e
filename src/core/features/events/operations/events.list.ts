import { eventTypes } from '../../../engine/events/catalogue.ts'
import { eventToWire, typesOfFamily } from '../../../engine/events/event.ts'
import { eventSchema } from '../../../engine/events/schema.ts'
import { defineList, idFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { eventsTable } from '../../../model/events.ts'

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
