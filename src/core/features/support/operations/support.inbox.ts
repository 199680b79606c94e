import { defineList, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { ticketsTable } from '../../../model/support.ts'
import { ticketStatuses } from '../../../model/support-lifecycle.ts'
import { everyone } from '../../../ports/store.ts'
import { ticketSchema } from '../schema.ts'
import { ticketToWire } from '../ticket.ts'

export const listInbox = defineOperation({
  id: 'support.inbox',
  method: 'GET',
  path: '/support/inbox',
  summary: 'List the tickets of every organisation',
  permission: 'platform.admin',
  audience: 'portal',
  effect: 'read',
  list: defineList(ticketsTable, {
    sort: { updatedAt: 'updatedAt' },
    defaultSort: '-updatedAt',
    filters: {
      status: { type: 'enum', values: ticketStatuses, operators: ['eq', 'ne', 'in'] },
      createdAt: periodFilter,
    },
  }),
  output: listOf(ticketSchema),
  async handler({ rows }, { list }) {
    return toList(list, await rows.tickets.list(everyone, list), ticketToWire)
  },
})
