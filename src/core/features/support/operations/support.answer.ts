import { defineOperation } from '../../../engine/operation.ts'
import { messageInput, ticketParams, ticketWithMessages } from '../schema.ts'
import { addMessageOf } from '../ticket.ts'

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
  handler: (context, { params, body }) => addMessageOf('OPERATOR', context, params.id, body.text),
})
