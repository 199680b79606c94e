import { defineOperation } from '../../../engine/operation.ts'
import { messageInput, ticketParams, ticketWithMessages } from '../schema.ts'
import { addMessage, ticketById, withMessages } from '../ticket.ts'

export const replyToTicket = defineOperation({
  id: 'support.reply',
  method: 'POST',
  path: '/support/tickets/{id}/reply',
  summary: 'Add a message to a ticket',
  permission: 'organisation.read',
  audience: 'portal',
  effect: 'write',
  params: ticketParams,
  body: messageInput,
  output: ticketWithMessages,
  errors: ['not_found', 'invalid_state'],
  async handler({ services, rows, work, shared, caller }, { params, body }) {
    const ticket = await ticketById(rows, shared, params.id)
    const message = { author: 'MEMBER' as const, caller, text: body.text }
    return withMessages(rows, await addMessage(services, { rows, work }, ticket, 'OPEN', message))
  },
})
