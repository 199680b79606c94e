import { defineList, idFilter, periodFilter } from '../../../engine/list/fields.ts'
import { listOf, toList } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { ticketsTable } from '../../../model/support.ts'
import { ticketStatuses } from '../../../model/support-lifecycle.ts'
import { everyone } from '../../../ports/store.ts'
import { ticketSchema } from '../schema.ts'
import { ticketsToWire } from '../ticket.ts'

export const listInbox = defineOperation({
  id: 'support.inbox',
  method: 'GET',
  path: '/support/inbox',
  summary: 'List the tickets of every organisation',
  description: 'For operators, whichever organisation their session looks at.',
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
