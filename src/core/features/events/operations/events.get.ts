import { eventToWire } from '../../../engine/events/event.ts'
import { eventParams, eventSchema } from '../../../engine/events/schema.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { notFound } from '../../../kernel/errors.ts'

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
