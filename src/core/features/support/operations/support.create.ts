import { defineOperation } from '../../../engine/operation.ts'
import { ticketInput, ticketWithMessages } from '../schema.ts'
import { openTicket, withMessages } from '../ticket.ts'

export const createTicket = defineOperation({
  id: 'support.create',
  method: 'POST',
  path: '/support/tickets',
  summary: 'Ask the operator of this server',
  description: 'Operators get it by mail where a mail server is set, and see it in `support.inbox` anyway.',
  permission: 'organisation.read',
  audience: 'portal',
  effect: 'write',
  body: ticketInput,
  output: ticketWithMessages,
  status: 201,
  location: '/support/tickets/{id}',
  errors: ['invalid_state'],
  async handler(context, { body }) {
    return withMessages(context.rows, await openTicket(context, body.subject, body.text))
  },
})
