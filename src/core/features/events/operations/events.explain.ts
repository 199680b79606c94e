import { eventToWire } from '../../../engine/events/event.ts'
import { eventParams } from '../../../engine/events/schema.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { notFound } from '../../../kernel/errors.ts'
import { explainEvent } from '../../webhooks/explain/explain.ts'
import { explainedEventSchema } from '../../webhooks/explain/schema.ts'

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
