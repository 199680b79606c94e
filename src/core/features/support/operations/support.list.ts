import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { ticketsTable } from '../../../model/support.ts'
import { ticketStatuses } from '../../../model/support-lifecycle.ts'
import { ticketSchema } from '../schema.ts'
import { ticketsToWire } from '../ticket.ts'

export const listTickets = defineOperation({
  id: 'support.list',
  method: 'GET',
  path: '/support/tickets',
  summary: 'List the organisation’s tickets',
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
