import { defineList, idFilter, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { ticketLifecycle, ticketStatuses, ticketsTable } from '../../../model/support.ts'
import { everyone } from '../../../ports/store.ts'
import {
  diagnosticsSchema,
  messageInput,
  ticketInput,
  ticketParams,
  ticketSchema,
  ticketWithMessages,
} from '../schema.ts'
import { addMessageOf, diagnose, openTicket, ticketById, ticketsToWire, withMessages } from '../ticket.ts'

export const listTickets = defineOperation({
  id: 'support.list',
  method: 'GET',
  path: '/support/tickets',
  summary: 'List tickets',
  permission: 'organisation.read',
  audience: 'portal',
  effect: 'read',
  list: defineList(ticketsTable, {
    sort: { createdAt: 'createdAt', updatedAt: 'updatedAt' },
    defaultSort: '-updatedAt',
    filters: {
      status: { type: 'enum', values: ticketStatuses, operators: ['eq', 'ne', 'in'] },
      createdAt: periodFilter,
    },
  }),
  output: listOf(ticketSchema),
  async handler({ rows, shared }, { list }) {
    const page = await rows.tickets.list(shared, list)
    return toList(list, page, await ticketsToWire(rows, page.rows))
  },
})

export const getTicket = defineOperation({
  id: 'support.get',
  method: 'GET',
  path: '/support/tickets/{id}',
  summary: 'Get a ticket',
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

export const createTicket = defineOperation({
  id: 'support.create',
  method: 'POST',
  path: '/support/tickets',
  summary: 'Create a ticket',
  description:
    'Asks the operator of this server. Operators get the ticket by mail if a mail server is configured, and see it in `support.inbox`.',
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

export const answerTicket = defineOperation({
  id: 'support.answer',
  method: 'POST',
  path: '/support/tickets/{id}/answer',
  summary: 'Answer a ticket',
  permission: 'platform.admin',
  audience: 'portal',
  effect: 'write',
  params: ticketParams,
  body: messageInput,
  output: ticketWithMessages,
  errors: ['not_found', 'invalid_state'],
  handler: (context, { params, body }) => addMessageOf('OPERATOR', context, params.id, body.text),
})

export const closeTicket = defineOperation({
  id: 'support.close',
  method: 'POST',
  path: '/support/tickets/{id}/close',
  summary: 'Close a ticket',
  description: 'Members can close their own tickets, operators with `platform.admin` any.',
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

export const getDiagnostics = defineOperation({
  id: 'support.diagnostics',
  method: 'GET',
  path: '/support/diagnostics',
  summary: 'Get diagnostics',
  description:
    'Versions, limits and pending work; no secrets and nothing about recipients. With `platform.admin` also facts about the instance.',
  permission: 'organisation.manage',
  effect: 'read',
  output: diagnosticsSchema,
  /** Checks the health before the transaction, so that no snapshot stays open while the probe is written. */
  prepare: ({ services }) => services.health.look(),
  handler: (context, _input, report) => diagnose(context, report),
})

export const listInbox = defineOperation({
  id: 'support.inbox',
  method: 'GET',
  path: '/support/inbox',
  summary: 'List tickets of all organisations',
  description: 'For operators, regardless of their session’s organisation.',
  permission: 'platform.admin',
  audience: 'user',
  effect: 'read',
  list: defineList(ticketsTable, {
    sort: { updatedAt: 'updatedAt' },
    defaultSort: '-updatedAt',
    filters: {
      status: { type: 'enum', values: ticketStatuses, operators: ['eq', 'ne', 'in'] },
      organisationId: idFilter,
      createdAt: periodFilter,
    },
  }),
  output: listOf(ticketSchema),
  async handler({ rows }, { list }) {
    const page = await rows.tickets.list(everyone, list)
    return toList(list, page, await ticketsToWire(rows, page.rows))
  },
})

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
