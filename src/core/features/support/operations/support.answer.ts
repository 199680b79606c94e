import { defineOperation } from '../../../engine/operation.ts'
import { messageInput, ticketParams, ticketWithMessages } from '../schema.ts'
import { addMessage, ticketById, withMessages } from '../ticket.ts'

export const answerTicket = defineOperation({
  id: 'support.answer',
  method: 'POST',
  path: '/support/tickets/{id}/answer',
  summary: 'Answer a ticket, as an operator',
  permission: 'platform.admin',
  audience: 'portal',
  effect: 'write',
  params: ticketParams,
  body: messageInput,
  output: ticketWithMessages,
  errors: ['not_found', 'invalid_state'],
  async handler({ services, rows, work, shared, caller }, { params, body }) {
    const ticket = await ticketById(rows, shared, params.id)
    const message = { author: 'OPERATOR' as const, caller, text: body.text }
    return withMessages(rows, await addMessage(services, { rows, work }, ticket, 'ANSWERED', message))
  },
})
