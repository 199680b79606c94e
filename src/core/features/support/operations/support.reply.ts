import { defineOperation } from '../../../engine/operation.ts'
import { messageInput, ticketParams, ticketWithMessages } from '../schema.ts'
import { addMessageOf } from '../ticket.ts'

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
  handler: (context, { params, body }) => addMessageOf('MEMBER', context, params.id, body.text),
})
