import { defineLifecycle } from '../kernel/lifecycle.ts'

export const ticketStatuses = ['OPEN', 'ANSWERED', 'CLOSED'] as const
export type TicketStatus = (typeof ticketStatuses)[number]

/** OPEN waits for an operator, ANSWERED for the organisation. A closed ticket stays closed. */
export const ticketLifecycle = defineLifecycle<TicketStatus>('ticket', {
  OPEN: ['OPEN', 'ANSWERED', 'CLOSED'],
  ANSWERED: ['OPEN', 'ANSWERED', 'CLOSED'],
  CLOSED: [],
})
