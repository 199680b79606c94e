import * as v from 'valibot'

const integer = v.pipe(v.number(), v.integer())

/** One type of the event catalogue (SPEC "Event types"). */
export const eventTypeSchema = v.object({
  type: v.string(),
  /** What an endpoint subscribes to for all its relatives, e.g. `item.*`. */
  family: v.string(),
  /** Of the envelope. */
  version: integer,
  description: v.string(),
})

export const scopeSchema = v.object({
  scope: v.string(),
  /** `organisation`: part of `all`. `operator`: given by name only, by whoever runs the instance. */
  holder: v.picklist(['organisation', 'operator']),
  description: v.string(),
})

/** The values that a field of the API may have. */
export const enumSchema = v.object({ name: v.string(), values: v.array(v.string()) })

export const countrySchema = v.object({
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

/** One code of the error catalogue (SPEC "Errors"). */
export const errorSchema = v.object({
  code: v.string(),
  status: integer,
  title: v.string(),
  /** The `type` of its problems: a page that explains it. */
  type: v.string(),
})

export const rateLimitSchema = v.object({
  class: v.string(),
  /** Requests of one key in one minute, as they hold for this organisation. */
  perMinute: integer,
  defaultPerMinute: integer,
})

export const limitSchema = v.object({
  name: v.string(),
  value: integer,
  /** What is counted: `rows`, `days`, `characters`, … */
  unit: v.string(),
})
