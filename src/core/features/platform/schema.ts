import * as v from 'valibot'
import { conditions, type HealthReport } from '../../engine/health.ts'
import type { Services } from '../../engine/services.ts'
import { sentenceOf, sentenceSchema } from '../../kernel/sentence-schema.ts'
import { toDateTime } from '../../kernel/time.ts'
import { dateTime, integer } from '../../kernel/wire-fields.ts'
import { described, named, namedObject } from '../../kernel/wire-schema.ts'

export const serviceCondition = named(
  'ServiceCondition',
  '`OPERATIONAL`: works; `DEGRADED`: works in part or late; `OUTAGE`: does not work.',
  v.picklist(conditions),
)

export const eventTypeSchema = namedObject('EventTypeInfo', 'A type of event.', {
  type: described(v.string(), 'The type, e.g. `item.completed`.'),
  family: described(v.string(), 'What an endpoint subscribes to for all its relatives, e.g. `item.*`.'),
  version: described(integer, 'Version of the envelope and of `data`.'),
  description: described(v.string(), 'When it is sent.'),
})

export const scopeSchema = namedObject('Scope', 'A permission that keys and people can have.', {
  scope: described(v.string(), 'The scope, e.g. `items.read`.'),
  holder: described(
    v.picklist(['organisation', 'operator']),
    '`organisation`: part of `all`; `operator`: given by name only, by the operator of the instance.',
  ),
  description: described(v.string(), 'What it allows.'),
})

export const enumSchema = namedObject('EnumInfo', 'The values that a field of the API may have.', {
  name: described(v.string(), 'What has these values, e.g. `itemStatus`.'),
  values: described(v.array(v.string()), 'The values.'),
})

export const countrySchema = namedObject('Country', 'A country and how its addresses are checked.', {
  code: described(v.string(), 'The country (ISO 3166-1 alpha-2).'),
  name: described(v.string(), 'Its English name.'),
  rules: described(
    v.picklist(['own', 'generic']),
    '`own`: addresses are checked by the country’s own rules; `generic`: only names, street and town are asked for.',
  ),
  postalCodeRequired: described(v.boolean(), 'Whether addresses need a postal code.'),
  postalCodeExample: described(
    v.nullable(v.string()),
    'A postal code as the country writes it; null if it has none.',
  ),
  houseNumberRequired: described(v.boolean(), 'Whether addresses need a house number.'),
  regionRequired: described(v.boolean(), 'Whether addresses need a region.'),
})

export const errorSchema = namedObject('ErrorInfo', 'A code of the error catalogue.', {
  code: described(v.string(), 'The code, e.g. `validation_failed`.'),
  status: described(integer, 'Its HTTP status.'),
  title: described(v.string(), 'The code in words.'),
  type: described(v.string(), 'The `type` of its problems: a page on this server that explains it.'),
})

export const rateLimitSchema = namedObject('RateLimit', 'The rate limit of one class.', {
  class: described(v.string(), 'The class, e.g. `general`.'),
  perMinute: described(integer, 'Requests of one key in one minute, as they hold for this organisation.'),
  defaultPerMinute: described(integer, 'The same where an operator set nothing else.'),
})

export const limitSchema = namedObject('Limit', 'A limit of the API.', {
  name: described(v.string(), 'What is limited.'),
  value: described(integer, 'The most that is allowed.'),
  unit: described(v.string(), 'What is counted: `rows`, `days`, `characters`, …'),
})

/** What an operator sees of the server itself. */
export const instanceEntries = {
  runtime: described(v.nullable(v.string()), 'What runs it, e.g. `node 24.4.0`; null if unknown.'),
  store: described(v.nullable(v.string()), 'Where its data are; null if unknown.'),
  schema: described(v.nullable(v.string()), 'Last migration of its data; null if unknown.'),
  startedAt: described(v.nullable(dateTime), 'When it was started, RFC 3339 in UTC; null if unknown.'),
  freeBytes: described(v.nullable(integer), 'Free space of its data folder in bytes; null if unknown.'),
  memoryBytes: described(v.nullable(integer), 'Memory that it uses, in bytes; null if unknown.'),
  pendingJobs: described(integer, 'Jobs of all organisations that wait.'),
  failedJobs: described(integer, 'Jobs of all organisations that stopped.'),
  jobsLagMs: described(integer, 'How late the oldest due job is, in ms.'),
  deliveriesLagMs: described(integer, 'How late the oldest due delivery is, in ms.'),
  storeProbeMs: described(integer, 'How long a small write took, in ms.'),
  printers: described(
    namedObject('Printers', 'The names of the printers.', {
      live: described(v.string(), 'In live mode.'),
      test: described(v.string(), 'In test mode.'),
    }),
    'Who prints.',
  ),
  mailServer: described(v.boolean(), 'Whether a mail server is set.'),
  baseUrl: described(v.string(), 'The web address that the server calls itself by.'),
  unready: described(v.nullable(v.string()), 'Why it takes no requests, as a sentence; null if it does.'),
  unreadySentence: described(
    v.nullable(sentenceSchema),
    'The same as a sentence with its code; null if it does.',
  ),
}

/** The server itself, as the health check found it. */
export const instanceOf = (
  { machine, printPartners, mailer, config }: Services,
  report: HealthReport,
): v.InferOutput<v.ObjectSchema<typeof instanceEntries, undefined>> => ({
  runtime: machine?.runtime ?? null,
  store: machine?.store ?? null,
  schema: machine?.schema ?? null,
  startedAt: machine ? toDateTime(machine.startedAt) : null,
  freeBytes: report.freeBytes ?? null,
  memoryBytes: machine?.memoryBytes() ?? null,
  pendingJobs: report.pendingJobs,
  failedJobs: report.failedJobs,
  jobsLagMs: report.jobsLagMs,
  deliveriesLagMs: report.deliveriesLagMs,
  storeProbeMs: report.probeMs,
  printers: { live: printPartners.live.name, test: printPartners.test.name },
  mailServer: mailer.available,
  baseUrl: config.baseUrl,
  unready: report.unready?.message ?? null,
  unreadySentence: sentenceOf(report.unready),
})
