import * as v from 'valibot'
import { componentNames } from '../../engine/health.ts'
import {
  dateTime,
  described,
  fields,
  integer,
  named,
  namedObject,
  namedStrictObject,
} from '../../kernel/wire-schema.ts'
import { ticketAuthors, ticketStatuses } from '../../model/support.ts'
import { instanceEntries, rateLimitSchema, serviceCondition } from '../platform/schema.ts'
import { supportSentences } from './sentences.ts'

/** Documented in `docs/limits.md`. */
export const ticketLimits = { subjectLength: 200, textLength: 10_000, unclosed: 50, messages: 200 } as const

const line = v.check(
  (text: string) => /^\P{Cc}*$/u.test(text),
  supportSentences.message('invalid_value.line'),
)

const subject = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(ticketLimits.subjectLength), line)
const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(ticketLimits.textLength))

export const ticketInput = namedStrictObject('TicketCreate', 'A new ticket.', {
  subject: described(subject, 'Subject in one line.'),
  text: described(text, 'The question.'),
})
export const messageInput = namedStrictObject('TicketMessageCreate', 'A message to add to a ticket.', {
  text: described(text, 'The message.'),
})
export const ticketParams = v.strictObject({ id: described(v.string(), 'The ticket, `tkt_…`.') })

const ticketEntries = {
  id: described(v.string(), 'The ticket, `tkt_…`.'),
  organisationId: described(v.string(), 'The organisation, `org_…`.'),
  organisationName: described(v.string(), 'Name of the organisation.'),
  subject: described(v.string(), 'Subject in one line.'),
  status: described(
    named(
      'TicketStatus',
      '`OPEN`: waits for the operator; `ANSWERED`: waits for the organisation; `CLOSED`: closed.',
      v.picklist(ticketStatuses),
    ),
    'Status of the ticket.',
  ),
  createdById: described(v.string(), 'The author, a user `usr_…` or a key `key_…`.'),
  createdByName: described(v.string(), 'Name of the author at that time.'),
  messageCount: described(integer, 'Number of messages.'),
  createdAt: fields.createdAt,
  updatedAt: fields.updatedAt,
  closedAt: described(v.nullable(dateTime), 'Time of closing, RFC 3339 in UTC; null until then.'),
}
export const ticketSchema = namedObject('Ticket', 'A question to the operator.', ticketEntries)
export type Ticket = v.InferOutput<typeof ticketSchema>

export const ticketWithMessages = namedObject('TicketDetail', 'A ticket with its messages.', {
  ...ticketEntries,
  messages: described(
    v.array(
      v.object({
        id: described(v.string(), 'The message, `tkm_…`.'),
        author: described(v.picklist(ticketAuthors), 'The side of the author.'),
        authorName: described(v.string(), 'Name of the author at that time.'),
        text: described(v.string(), 'Text of the message.'),
        createdAt: fields.createdAt,
      }),
    ),
    'The messages, the oldest first.',
  ),
})

export const diagnosticsSchema = namedObject('Diagnostics', 'Facts for support.', {
  version: described(v.nullable(v.string()), 'Version of the program; null if the library does not know it.'),
  organisation: described(
    v.object({
      id: described(v.string(), 'The organisation, `org_…`.'),
      status: described(v.string(), 'Status of the organisation.'),
      billingMode: described(v.string(), 'How the organisation pays.'),
      timeZone: described(v.string(), 'Time zone (IANA).'),
      isTest: fields.isTest,
      now: described(dateTime, 'Current time of the mode, RFC 3339 in UTC.'),
    }),
    'The organisation of the request.',
  ),
  rateLimits: described(v.array(rateLimitSchema), 'Rate limits.'),
  jobs: described(
    v.object({
      pending: described(integer, 'Waiting jobs.'),
      failed: described(integer, 'Failed jobs.'),
    }),
    'Background work.',
  ),
  webhooks: described(
    v.object({
      endpoints: described(integer, 'Number of endpoints.'),
      disabled: described(integer, 'Number of disabled endpoints.'),
      held: described(integer, 'Deliveries that wait for a disabled endpoint.'),
    }),
    'Webhook endpoints.',
  ),
  runs: described(
    v.object({
      waiting: described(integer, 'Runs that wait for a correction.'),
      failed: described(integer, 'Runs that FAILED.'),
      uncertain: described(integer, 'Runs whose hand-over is uncertain.'),
    }),
    'Runs that wait or failed.',
  ),
  status: described(
    v.object(
      Object.fromEntries(
        componentNames.map((name) => [
          name,
          described(
            serviceCondition,
            name === 'files' ? 'Whether files can be reached.' : `Condition of the ${name}.`,
          ),
        ]),
      ) as Record<(typeof componentNames)[number], typeof serviceCondition>,
    ),
    'Condition of each component.',
  ),
  instance: described(
    v.nullable(
      v.object({
        ...instanceEntries,
      }),
    ),
    'The server; null without `platform.admin`.',
  ),
})
