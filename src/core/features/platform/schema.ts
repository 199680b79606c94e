import * as v from 'valibot'
import { conditions, type HealthReport } from '../../engine/health.ts'
import type { Services } from '../../engine/services.ts'
import { sentenceOf, sentenceSchema } from '../../kernel/sentence-schema.ts'
import { toDateTime } from '../../kernel/time.ts'
import { dateTime, described, integer, named, namedObject } from '../../kernel/wire-schema.ts'

export const serviceCondition = named(
  'ServiceCondition',
  '`OPERATIONAL`: works; `DEGRADED`: works in part or late; `OUTAGE`: does not work.',
  v.picklist(conditions),
)

export const eventTypeSchema = namedObject('EventTypeInfo', 'A type of event.', {
  type: described(v.string(), 'The type, e.g. `item.completed`.'),
  family: described(v.string(), 'Family, to subscribe to all its types, e.g. `item.*`.'),
  version: described(integer, 'Version of the envelope and of `data`.'),
  description: described(v.string(), 'When the event is sent.'),
})

export const scopeSchema = namedObject('Scope', 'A permission that keys and users can have.', {
  scope: described(v.string(), 'The scope, e.g. `items.read`.'),
  holder: described(
    v.picklist(['organisation', 'operator']),
    '`organisation`: part of `all`; `operator`: granted only by name, by the operator of the instance.',
  ),
  description: described(v.string(), 'What the scope allows.'),
})

export const enumSchema = namedObject('EnumInfo', 'A closed list of values of the API.', {
  name: described(v.string(), 'Name of the list, e.g. `itemStatus`.'),
  values: described(v.array(v.string()), 'The values.'),
})

export const countrySchema = namedObject('Country', 'A country and its address rules.', {
  code: described(v.string(), 'The country (ISO 3166-1 alpha-2).'),
  name: described(v.string(), 'English name.'),
  rules: described(
    v.picklist(['own', 'generic']),
    '`own`: addresses are checked by the country’s own rules; `generic`: only names, street and city are required.',
  ),
  postalCodeRequired: described(v.boolean(), 'Whether addresses need a postal code.'),
  postalCodeExample: described(
    v.nullable(v.string()),
    'Example of a postal code; null if the country has none.',
  ),
  houseNumberRequired: described(v.boolean(), 'Whether addresses need a house number.'),
  regionRequired: described(v.boolean(), 'Whether addresses need a region.'),
})

export const errorSchema = namedObject('ErrorInfo', 'A code of the error catalogue.', {
  code: described(v.string(), 'The code, e.g. `validation_failed`.'),
  status: described(integer, 'HTTP status.'),
  title: described(v.string(), 'Title of the error.'),
  type: described(
    v.string(),
    'The `type` of its problems: the URL of a page on this server that explains it.',
  ),
})

export const rateLimitSchema = namedObject('RateLimit', 'The rate limit of one class.', {
  class: described(v.string(), 'The class, e.g. `general`.'),
  perMinute: described(integer, 'Requests per key and minute for this organisation.'),
  defaultPerMinute: described(integer, 'The default limit.'),
})

export const limitSchema = namedObject('Limit', 'A limit of the API.', {
  name: described(v.string(), 'Name of the limit.'),
  value: described(integer, 'The maximum.'),
  unit: described(v.string(), 'The unit: `rows`, `days`, `characters`, …'),
})

/** Shown to operators. */
export const instanceEntries = {
  runtime: described(v.nullable(v.string()), 'Runtime, e.g. `node 24.4.0`; null if unknown.'),
  store: described(v.nullable(v.string()), 'Kind of the store; null if unknown.'),
  schema: described(v.nullable(v.string()), 'Latest migration of the store; null if unknown.'),
  startedAt: described(v.nullable(dateTime), 'Start of the server, RFC 3339 in UTC; null if unknown.'),
  freeBytes: described(v.nullable(integer), 'Free space of the data folder in bytes; null if unknown.'),
  memoryBytes: described(v.nullable(integer), 'Memory in use, in bytes; null if unknown.'),
  pendingJobs: described(integer, 'Waiting jobs of all organisations.'),
  failedJobs: described(integer, 'Failed jobs of all organisations.'),
  jobsLagMs: described(integer, 'Delay of the oldest due job, in ms.'),
  deliveriesLagMs: described(integer, 'Delay of the oldest due delivery, in ms.'),
  storeProbeMs: described(integer, 'Duration of a small write, in ms.'),
  printers: described(
    namedObject('Printers', 'The names of the printers.', {
      live: described(v.string(), 'In live mode.'),
      test: described(v.string(), 'In test mode.'),
    }),
    'The printers.',
  ),
  mailServer: described(v.boolean(), 'Whether a mail server is configured.'),
  baseUrl: described(v.string(), 'The public base URL of the server.'),
  unready: described(v.nullable(v.string()), 'Why the server is not ready, as a sentence; null if it is.'),
  unreadySentence: described(
    v.nullable(sentenceSchema),
    'The same as a sentence with its code; null if ready.',
  ),
}

/** The server, as the health check found it. */
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
