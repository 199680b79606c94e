import type * as v from 'valibot'
import type { Caller } from '../../engine/caller.ts'
import type { ReadContext, Transaction, WriteContext } from '../../engine/context.ts'
import type { HealthReport } from '../../engine/health.ts'
import type { Services } from '../../engine/services.ts'
import { found, problem } from '../../kernel/errors.ts'
import { gt, isNotNull, oneOf } from '../../kernel/query.ts'
import { type RateClass, rateClasses } from '../../kernel/rate-classes.ts'
import { toDateTime, toDateTimeOrNull } from '../../kernel/time.ts'
import { isWaiting } from '../../model/jobs.ts'
import {
  type TicketMessageRow,
  type TicketRow,
  type TicketStatus,
  ticketLifecycle,
} from '../../model/support.ts'
import { everyone, type Rows, type Scope } from '../../ports/store.ts'
import { instanceOf } from '../platform/schema.ts'
import { type diagnosticsSchema, type Ticket, ticketLimits } from './schema.ts'
import { supportProblems } from './sentences.ts'

/** Returns a converter that adds the names of organisations and authors. */
export const ticketsToWire = async (rows: Rows, tickets: readonly TicketRow[]) => {
  const organisationIds = [...new Set(tickets.map(({ organisationId }) => organisationId))]
  const organisations = await rows.organisations.find(everyone, { id: oneOf(organisationIds) })
  const names = new Map(organisations.map(({ id, name }) => [id, name]))
  const first = { ticketId: oneOf(tickets.map(({ id }) => id)), sequence: 1 }
  const authors = new Map(
    (await rows.ticketMessages.find({ organisationIds }, first)).map(({ ticketId, authorName }) => [
      ticketId,
      authorName,
    ]),
  )
  return (row: TicketRow): Ticket => ({
    ...row,
    organisationName: names.get(row.organisationId) ?? row.organisationId,
    createdByName: authors.get(row.id) ?? row.createdById,
    createdAt: toDateTime(row.createdAt),
    updatedAt: toDateTime(row.updatedAt),
    closedAt: toDateTimeOrNull(row.closedAt),
  })
}

export const ticketById = async (rows: Rows, scope: Scope, id: string): Promise<TicketRow> =>
  found(await rows.tickets.get(scope, id), 'ticket')

export const withMessages = async (rows: Rows, ticket: TicketRow) => {
  const { organisationId } = ticket
  const messages = await rows.ticketMessages.find(
    { organisationId },
    { ticketId: ticket.id },
    { order: [{ field: 'sequence' }] },
  )
  return {
    ...(await ticketsToWire(rows, [ticket]))(ticket),
    messages: messages.map(({ id, author, authorName, text, createdAt }) => ({
      id,
      author,
      authorName,
      text,
      createdAt: toDateTime(createdAt),
    })),
  }
}

/** Adds a message, which reopens or answers the ticket. Throws 404, or 409 for a closed or full one. */
export const addMessageOf = async (
  author: TicketMessageRow['author'],
  { services, rows, work, shared, caller }: WriteContext,
  id: string,
  text: string,
) => {
  const ticket = await ticketById(rows, shared, id)
  const to = author === 'OPERATOR' ? 'ANSWERED' : 'OPEN'
  return withMessages(rows, await addMessage(services, { rows, work }, ticket, to, { author, caller, text }))
}

interface Message {
  author: TicketMessageRow['author']
  caller: Caller
  text: string
}

/** Adds the message and mails the other side. Throws 409 if the ticket is closed or full. */
const addMessage = async (
  services: Services,
  { rows, work }: Transaction,
  ticket: TicketRow,
  to: TicketStatus,
  { author, caller, text }: Message,
): Promise<TicketRow> => {
  ticketLifecycle.assert(ticket.status, to)
  if (ticket.messageCount >= ticketLimits.messages) {
    throw problem(supportProblems.sentence('invalid_state.full_ticket', { limit: ticketLimits.messages }))
  }
  const now = services.clock.now()
  const { organisationId } = ticket
  const changed = { status: to, messageCount: ticket.messageCount + 1, updatedAt: now }
  const id = services.ids.next('tkm')
  await rows.ticketMessages.insert({
    id,
    organisationId,
    ticketId: ticket.id,
    sequence: changed.messageCount,
    author,
    authorId: caller.id,
    authorName: caller.name,
    text,
    createdAt: now,
  })
  await rows.tickets.update({ organisationId }, ticket.id, changed)
  work.hint({ of: 'ticket', organisationId, mode: null })
  if (services.mailer.available) {
    work.enqueue({
      kind: 'support.mail',
      subject: id,
      organisationId,
      mode: null,
      dueAt: now,
      payload: { messageId: id },
    })
  }
  return { ...ticket, ...changed }
}

/** Opens a ticket with its first message. Throws 409 at the limit of unclosed ones. */
export const openTicket = async (
  { services, rows, work, shared, caller }: WriteContext,
  subject: string,
  text: string,
): Promise<TicketRow> => {
  const unclosed = await rows.tickets.count(shared, { status: oneOf(['OPEN', 'ANSWERED']) })
  if (unclosed >= ticketLimits.unclosed) {
    throw problem(supportProblems.sentence('invalid_state.too_many_tickets', { count: unclosed }))
  }
  const now = services.clock.now()
  const ticket: TicketRow = {
    id: services.ids.next('tkt'),
    ...shared,
    subject,
    status: 'OPEN',
    createdById: caller.id,
    messageCount: 0,
    createdAt: now,
    updatedAt: now,
    closedAt: null,
  }
  await rows.tickets.insert(ticket)
  return addMessage(services, { rows, work }, ticket, 'OPEN', { author: 'MEMBER', caller, text })
}

type Diagnostics = v.InferOutput<typeof diagnosticsSchema>

/** Returns facts for support: no secrets, and nothing about recipients. */
export const diagnose = async (
  { services, rows, scope, shared, organisation, caller, now }: ReadContext,
  report: HealthReport,
): Promise<Diagnostics> => ({
  version: services.machine?.version ?? null,
  organisation: {
    id: organisation.id,
    status: organisation.status,
    billingMode: organisation.billingMode,
    timeZone: organisation.timeZone,
    isTest: scope.mode === 'test',
    now: toDateTime(now),
  },
  rateLimits: (Object.entries(rateClasses) as [RateClass, number][]).map(([name, standard]) => ({
    class: name,
    perMinute: organisation.rateLimits[name] ?? standard,
    defaultPerMinute: standard,
  })),
  jobs: {
    pending: await rows.jobs.count(shared, isWaiting),
    failed: await rows.jobs.count(shared, { attempts: gt(0) }),
  },
  webhooks: {
    endpoints: await rows.webhookEndpoints.count(shared, {}),
    disabled: await rows.webhookEndpoints.count(shared, { active: false }),
    held: await rows.webhookDeliveries.count(scope, { status: 'HELD', undelivered: isNotNull }),
  },
  runs: {
    waiting: await rows.runs.count(scope, { status: oneOf(['RENDERING', 'RENDERED', 'HANDING_OVER']) }),
    failed: await rows.runs.count(scope, { status: 'FAILED' }),
    uncertain: await rows.runs.count(scope, { uncertain: true }),
  },
  status: report.components,
  instance: caller.scopes.includes('platform.admin') ? instanceOf(services, report) : null,
})
