import { notFound } from '../../errors.ts'
import { defineOperation } from '../../operation.ts'
import { toWire } from '../event.ts'
import { eventParams, eventSchema } from '../schema.ts'

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
    return toWire(event)
  },
})
