import * as v from 'valibot'
import { conditions } from '../../engine/health.ts'
import { named, namedObject } from '../../kernel/wire-schema.ts'

const integer = v.pipe(v.number(), v.integer())

export const serviceCondition = named(
  'ServiceCondition',
  '`OPERATIONAL`: works; `DEGRADED`: works in part or late; `OUTAGE`: does not work.',
  v.picklist(conditions),
)

export const eventTypeSchema = namedObject('EventTypeInfo', 'A type of event.', {
  type: v.string(),
  /** What an endpoint subscribes to for all its relatives, e.g. `item.*`. */
  family: v.string(),
  /** Of the envelope. */
  version: integer,
  description: v.string(),
})

export const scopeSchema = namedObject('Scope', 'A permission that keys and people can have.', {
  scope: v.string(),
  /** `organisation`: part of `all`. `operator`: given by name only, by whoever runs the instance. */
  holder: v.picklist(['organisation', 'operator']),
  description: v.string(),
})

export const enumSchema = namedObject('EnumInfo', 'The values that a field of the API may have.', {
  name: v.string(),
  values: v.array(v.string()),
})

export const countrySchema = namedObject('Country', 'A country and how its addresses are checked.', {
  /** ISO 3166-1 alpha-2. */
  code: v.string(),
  name: v.string(),
  /** `own`: checked by the country's own rules. `generic`: only names, street and city are asked for. */
  rules: v.picklist(['own', 'generic']),
  postalCodeRequired: v.boolean(),
  postalCodeExample: v.nullable(v.string()),
  houseNumberRequired: v.boolean(),
  regionRequired: v.boolean(),
})

export const errorSchema = namedObject('ErrorInfo', 'A code of the error catalogue.', {
  code: v.string(),
  status: integer,
  title: v.string(),
  /** The `type` of its problems: a page that explains it. */
  type: v.string(),
})

export const rateLimitSchema = namedObject('RateLimit', 'The rate limit of one class.', {
  class: v.string(),
  /** Requests of one key in one minute, as they hold for this organisation. */
  perMinute: integer,
  defaultPerMinute: integer,
})

export const limitSchema = namedObject('Limit', 'A limit of the API.', {
  name: v.string(),
  value: integer,
  /** What is counted: `rows`, `days`, `characters`, … */
  unit: v.string(),
})
