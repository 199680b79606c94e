import { defineOperation } from '../../../engine/operation.ts'
import { ticketParams, ticketWithMessages } from '../schema.ts'
import { ticketById, withMessages } from '../ticket.ts'

export const getTicket = defineOperation({
  id: 'support.get',
  method: 'GET',
  path: '/support/tickets/{id}',
  summary: 'Get a ticket with its messages',
  permission: 'organisation.read',
  audience: 'portal',
  effect: 'read',
  params: ticketParams,
  output: ticketWithMessages,
  errors: ['not_found'],
  async handler({ rows, shared }, { params }) {
    return withMessages(rows, await ticketById(rows, shared, params.id))
  },
})
