import { defineOperation } from '../../../engine/operation.ts'
import { ticketLifecycle } from '../../../model/support-lifecycle.ts'
import { ticketParams, ticketSchema } from '../schema.ts'
import { ticketById, ticketsToWire } from '../ticket.ts'

export const closeTicket = defineOperation({
  id: 'support.close',
  method: 'POST',
  path: '/support/tickets/{id}/close',
  summary: 'Close a ticket',
  description: 'Members close their own, operators with `platform.admin` any.',
  permission: 'organisation.read',
  impliedBy: 'platform.admin',
  audience: 'portal',
  effect: 'write',
  params: ticketParams,
  output: ticketSchema,
  errors: ['not_found', 'invalid_state'],
  async handler({ services, rows, work, shared }, { params }) {
    const ticket = await ticketById(rows, shared, params.id)
    ticketLifecycle.assert(ticket.status, 'CLOSED')
    const now = services.clock.now()
    const closed = { status: 'CLOSED' as const, closedAt: now, updatedAt: now }
    await rows.tickets.update(shared, ticket.id, closed)
    work.hint({ of: 'ticket', ...shared, mode: null })
    const after = { ...ticket, ...closed }
    return (await ticketsToWire(rows, [after]))(after)
  },
})
