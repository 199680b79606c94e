import * as v from 'valibot'
import { componentNames } from '../../engine/health.ts'
import { dateTime, fields, integer } from '../../kernel/wire-fields.ts'
import { described, named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { ticketAuthors, ticketStatuses } from '../../model/support.ts'
import { instanceEntries, rateLimitSchema, serviceCondition } from '../platform/schema.ts'
import { supportSentences } from './sentences.ts'

/** Limits of tickets (`docs/limits.md`). */
export const ticketLimits = { subjectLength: 200, textLength: 10_000, unclosed: 50, messages: 200 } as const

const line = v.check(
  (text: string) => /^\P{Cc}*$/u.test(text),
  supportSentences.message('invalid_value.line'),
)

const subject = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(ticketLimits.subjectLength), line)
const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(ticketLimits.textLength))

export const ticketInput = namedStrictObject('TicketCreate', 'A new ticket.', {
  subject: described(subject, 'What it is about, in a line.'),
  text: described(text, 'The question.'),
})
export const messageInput = namedStrictObject('TicketMessageCreate', 'A message to add to a ticket.', {
  text: described(text, 'The message.'),
})
export const ticketParams = v.strictObject({ id: described(v.string(), 'The ticket, `tkt_…`.') })

const ticketEntries = {
  id: described(v.string(), 'The ticket, `tkt_…`.'),
  organisationId: described(v.string(), 'The organisation that asks, `org_…`.'),
  organisationName: described(v.string(), 'The name of that organisation.'),
  subject: described(v.string(), 'What it is about, in a line.'),
  status: described(
    named(
      'TicketStatus',
      '`OPEN`: waits for the operator; `ANSWERED`: waits for the organisation; `CLOSED`: done.',
      v.picklist(ticketStatuses),
    ),
    'Who is to act.',
  ),
  createdById: described(v.string(), 'Who asked: a user `usr_…` or a key `key_…`.'),
  createdByName: described(v.string(), 'Who asked, as they were called then.'),
  messageCount: described(integer, 'How many messages it has.'),
  createdAt: fields.createdAt,
  updatedAt: fields.updatedAt,
  closedAt: described(v.nullable(dateTime), 'When it was closed, RFC 3339 in UTC; null while it is not.'),
}
export const ticketSchema = namedObject('Ticket', 'A question to the operator.', ticketEntries)
export type Ticket = v.InferOutput<typeof ticketSchema>

export const ticketWithMessages = namedObject('TicketDetail', 'A ticket with its messages.', {
  ...ticketEntries,
  messages: described(
    v.array(
      v.object({
        id: described(v.string(), 'The message, `tkm_…`.'),
        author: described(v.picklist(ticketAuthors), 'Which side wrote it.'),
        authorName: described(v.string(), 'Who wrote it, as they were called then.'),
        text: described(v.string(), 'What was written.'),
        createdAt: fields.createdAt,
      }),
    ),
    'The messages, oldest first.',
  ),
})

export const diagnosticsSchema = namedObject('Diagnostics', 'What an operator asks for first.', {
  version: described(
    v.nullable(v.string()),
    'Version of the program; null where the library does not know it.',
  ),
  organisation: described(
    v.object({
      id: described(v.string(), 'The organisation, `org_…`.'),
      status: described(v.string(), 'Whether it can write.'),
      billingMode: described(v.string(), 'How it pays.'),
      timeZone: described(v.string(), 'Its time zone (IANA).'),
      isTest: fields.isTest,
      now: described(dateTime, 'What the clock of the mode shows, RFC 3339 in UTC.'),
    }),
    'The organisation that asks.',
  ),
  rateLimits: described(v.array(rateLimitSchema), 'Its rate limits.'),
  jobs: described(
    v.object({
      pending: described(integer, 'Jobs that wait.'),
      failed: described(integer, 'Jobs that stopped.'),
    }),
    'Work that waits or stopped.',
  ),
  webhooks: described(
    v.object({
      endpoints: described(integer, 'How many there are.'),
      disabled: described(integer, 'How many of them are disabled.'),
      held: described(integer, 'Deliveries that wait for a disabled endpoint.'),
    }),
    'Its webhook endpoints.',
  ),
  runs: described(
    v.object({
      waiting: described(integer, 'Runs that wait for something to be mended.'),
      failed: described(integer, 'Runs that FAILED.'),
      uncertain: described(integer, 'Runs of which it is not known whether the printer has them.'),
    }),
    'Its runs that wait or stopped.',
  ),
  status: described(
    v.object(
      Object.fromEntries(
        componentNames.map((name) => [
          name,
          described(
            serviceCondition,
            name === 'files' ? 'Whether files can be reached.' : `How the ${name} works.`,
          ),
        ]),
      ) as Record<(typeof componentNames)[number], typeof serviceCondition>,
    ),
    'How each part of the service is.',
  ),
  instance: described(
    v.nullable(
      v.object({
        ...instanceEntries,
      }),
    ),
    'The server itself; null except for `platform.admin`.',
  ),
})
