import * as v from 'valibot'
import { componentNames } from '../../engine/health.ts'
import { named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { ticketAuthors } from '../../model/support.ts'
import { ticketStatuses } from '../../model/support-lifecycle.ts'
import { rateLimitSchema, serviceCondition } from '../platform/schema.ts'

/** Limits of tickets (`docs/limits.md`). */
export const ticketLimits = { subjectLength: 200, textLength: 10_000, unclosed: 50, messages: 200 } as const

const integer = v.pipe(v.number(), v.integer())
const dateTime = v.pipe(v.string(), v.isoTimestamp())
const line = v.check(
  (text: string) => /^\P{Cc}*$/u.test(text),
  'Line breaks and control characters are not taken.',
)

const subject = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(ticketLimits.subjectLength), line)
const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(ticketLimits.textLength))

export const ticketInput = namedStrictObject('TicketCreate', 'A new ticket.', { subject, text })
export const messageInput = namedStrictObject('TicketMessageCreate', 'A message to add to a ticket.', {
  text,
})
export const ticketParams = v.strictObject({ id: v.string() })

const ticketEntries = {
  id: v.string(),
  organisationId: v.string(),
  subject: v.string(),
  /** OPEN waits for an operator, ANSWERED for the organisation. */
  status: named(
    'TicketStatus',
    '`OPEN`: waits for the operator; `ANSWERED`: waits for the organisation; `CLOSED`: done.',
    v.picklist(ticketStatuses),
  ),
  createdById: v.string(),
  messageCount: integer,
  createdAt: dateTime,
  updatedAt: dateTime,
  closedAt: v.nullable(dateTime),
}
export const ticketSchema = namedObject('Ticket', 'A question to the operator.', ticketEntries)
export type Ticket = v.InferOutput<typeof ticketSchema>

export const ticketWithMessages = namedObject('TicketDetail', 'A ticket with its messages.', {
  ...ticketEntries,
  /** Oldest first. */
  messages: v.array(
    v.object({
      id: v.string(),
      author: v.picklist(ticketAuthors),
      authorName: v.string(),
      text: v.string(),
      createdAt: dateTime,
    }),
  ),
})

export const diagnosticsSchema = namedObject('Diagnostics', 'What an operator asks for first.', {
  /** Of the program; null where the library does not know. */
  version: v.nullable(v.string()),
  organisation: v.object({
    id: v.string(),
    status: v.string(),
    billingMode: v.string(),
    timeZone: v.string(),
    isTest: v.boolean(),
    /** On the clock of the mode. */
    now: dateTime,
  }),
  rateLimits: v.array(rateLimitSchema),
  /** What waits or stopped, of this organisation. */
  jobs: v.object({ pending: integer, failed: integer }),
  webhooks: v.object({ endpoints: integer, disabled: integer, held: integer }),
  runs: v.object({ waiting: integer, failed: integer, uncertain: integer }),
  status: v.object(
    Object.fromEntries(componentNames.map((name) => [name, serviceCondition])) as Record<
      (typeof componentNames)[number],
      typeof serviceCondition
    >,
  ),
  /** For `platform.admin` only. */
  instance: v.nullable(
    v.object({
      runtime: v.nullable(v.string()),
      store: v.nullable(v.string()),
      schema: v.nullable(v.string()),
      startedAt: v.nullable(dateTime),
      freeBytes: v.nullable(integer),
      memoryBytes: v.nullable(integer),
      pendingJobs: integer,
      failedJobs: integer,
      jobsLagMs: integer,
      deliveriesLagMs: integer,
      storeProbeMs: integer,
      printers: v.object({ live: v.string(), test: v.string() }),
      mailServer: v.boolean(),
      baseUrl: v.string(),
      unready: v.nullable(v.string()),
    }),
  ),
})
