import { defineLifecycle } from '../kernel/lifecycle.ts'
import { defineTable, integer, integerOrNull, type RowOf, text } from '../kernel/table.ts'

export const ticketStatuses = ['OPEN', 'ANSWERED', 'CLOSED'] as const
export type TicketStatus = (typeof ticketStatuses)[number]

/** OPEN waits for an operator, ANSWERED for the organisation. Closed tickets stay closed. */
export const ticketLifecycle = defineLifecycle<TicketStatus>('ticket', {
  OPEN: ['OPEN', 'ANSWERED', 'CLOSED'],
  ANSWERED: ['OPEN', 'ANSWERED', 'CLOSED'],
  CLOSED: [],
})

/** Tickets of an organisation to the instance's operators; without mode. */
export const ticketsTable = defineTable(
  'tickets',
  'organisation',
  {
    id: text(),
    organisationId: text(),
    subject: text(),
    status: text<TicketStatus>(),
    createdById: text(),
    messageCount: integer(),
    createdAt: integer(),
    updatedAt: integer(),
    closedAt: integerOrNull(),
  },
  {
    indexes: [
      ['organisationId', 'createdAt'],
      ['organisationId', 'updatedAt'],
      ['organisationId', 'status'],
      ['updatedAt'],
    ],
  },
)
export type TicketRow = RowOf<typeof ticketsTable>

export const ticketAuthors = ['MEMBER', 'OPERATOR'] as const

export const ticketMessagesTable = defineTable(
  'ticket_messages',
  'organisation',
  {
    id: text(),
    organisationId: text(),
    ticketId: text(),
    /** 1-based position in the ticket. */
    sequence: integer(),
    author: text<(typeof ticketAuthors)[number]>(),
    authorId: text(),
    authorName: text(),
    text: text(),
    createdAt: integer(),
  },
  { unique: [['ticketId', 'sequence']] },
)
export type TicketMessageRow = RowOf<typeof ticketMessagesTable>
