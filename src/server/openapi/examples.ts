import { errorCatalogue } from '../../core/kernel/errors.ts'
import { idOf, numberOf, partPrefixOf, textOf, wholeOf } from './samples.ts'

export type Json = Record<string, unknown>

interface ExampleContext {
  schemas: Readonly<Record<string, Json>>
  /** Prefix of an `id`. */
  prefix: string
  /** True for requests, whose examples have required fields only. */
  brief: boolean
}

/** Returns a value that a schema allows, typical of the field's name. Deterministic; a test checks each. */
export const exampleOf = (schema: Json, context: ExampleContext, name = ''): unknown => {
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) {
    const usual = textOf(name, context.prefix)
    return schema.enum.includes(usual) ? usual : schema.enum[0]
  }
  if (typeof schema.$ref === 'string') {
    return exampleOf(context.schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)]!, context, name)
  }
  const options = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (options) return ofOptions(usualOf(schema, context) ?? options, context, name)
  switch (typeOf(schema)) {
    case 'object':
      return wholeFor(schema, name, context.prefix) ?? ofObject(schema, partOf(context, name))
    case 'array':
      return ofArray(schema, context, name)
    case 'string':
      return ofText(schema, context, name)
    case 'integer':
    case 'number':
      return ofNumber(schema, name)
    case 'boolean':
      return name === 'active' || name === 'valid' || name === 'ok'
    case 'null':
      return null
    default:
      return {}
  }
}

/** Wraps an example as `examples`, because viewers fail on an `example` with null. Empty if there is none. */
export const examplesOf = (value: unknown): Json =>
  value === undefined ? {} : { examples: { sample: { value } } }

/** Returns the union member that the discriminator's typical value selects; undefined if there is none. */
const usualOf = ({ discriminator }: Json, { prefix }: ExampleContext): Json[] | undefined => {
  const { propertyName, mapping } = (discriminator ?? { mapping: {} }) as {
    propertyName: string
    mapping: Readonly<Record<string, string>>
  }
  const $ref = mapping[String(textOf(propertyName, prefix))]
  return $ref === undefined ? undefined : [{ $ref }]
}

/** Returns the context of a nested object, with the id prefix for its name. */
const partOf = (context: ExampleContext, name: string): ExampleContext => ({
  ...context,
  prefix: partPrefixOf(name) ?? context.prefix,
})

/** Returns the sample object, unless the schema is a different object of the same name. */
const wholeFor = (schema: Json, name: string, prefix: string): unknown => {
  const whole = wholeOf(name, prefix)
  if (!whole) return undefined
  const { properties, additionalProperties, required = [] } = schema
  const values = additionalProperties as Json | undefined
  if (!properties) return values && [undefined, 'object'].includes(values.type as string) ? whole : undefined
  const known = Object.keys(whole).every((field) => field in (properties as Json))
  return known && (required as string[]).every((field) => field in whole) ? whole : undefined
}

const typeOf = (schema: Json): unknown =>
  Array.isArray(schema.type) ? schema.type.find((type) => type !== 'null') : schema.type

const seldom =
  /^(?!created|updated|issue|due|expires)\w+(At|Until|On)$|^(error|failure|heldReason|disabledReason|erasure|suppression|nextCursor|reprint\w+|creditNoteOf\w+)$/

const ofOptions = (options: Json[], context: ExampleContext, name: string): unknown => {
  const filled = options.filter((option) => option.type !== 'null' && option.const !== null)
  if (filled.length < options.length && (seldom.test(name) || filled.length === 0)) return null
  return exampleOf(filled[0]!, context, name)
}

const ofObject = (schema: Json, context: ExampleContext): Json => {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  const required = (schema.required ?? []) as string[]
  const wanted = context.brief
    ? properties.filter(([name]) => required.includes(name) || usual.has(name))
    : properties
  // Shows at least one property.
  const shown = wanted.length === 0 ? properties.slice(0, 1) : wanted
  const object = Object.fromEntries(shown.map(([name, entry]) => [name, exampleOf(entry, context, name)]))
  const { additionalProperties } = schema
  if (properties.length > 0 || typeof additionalProperties !== 'object' || additionalProperties === null)
    return object
  return { firstName: exampleOf(additionalProperties as Json, context, 'sample') }
}

/** Optional fields that most requests contain. */
const usual = new Set(['name', 'street', 'houseNumber', 'postalCode', 'city', 'data'])

const ofArray = (schema: Json, context: ExampleContext, name: string): unknown[] => {
  const fixed = schema.prefixItems as Json[] | undefined
  if (fixed) return fixed.map((entry) => exampleOf(entry, context, name))
  if (!schema.items) return []
  return Array.from({ length: Math.max(1, Number(schema.minItems ?? 1)) }, () =>
    exampleOf(schema.items as Json, context, singular(name)),
  )
}

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '')

const formats: Readonly<Record<string, string>> = {
  date: '2026-01-05',
  'date-time': '2026-01-05T09:00:00.000Z',
  email: 'anna@bakery.example',
  uri: 'https://mail.example/v1/media/token',
  'uri-reference': '/problems/not_found',
}

const ofText = (schema: Json, { prefix }: ExampleContext, name: string): string => {
  const candidates = [
    formats[String(schema.format)],
    name === 'id' ? idOf(prefix) : textOf(name, prefix),
    'text',
    'black',
    'NL',
    '1',
  ]
  const pattern = typeof schema.pattern === 'string' ? new RegExp(schema.pattern, 'u') : undefined
  const fits = (text: string | undefined) =>
    text !== undefined &&
    (!pattern || pattern.test(text)) &&
    text.length <= Number(schema.maxLength ?? Number.POSITIVE_INFINITY) &&
    text.length >= Number(schema.minLength ?? 0)
  return candidates.find(fits) ?? 'text'
}

const ofNumber = (schema: Json, name: string): number => {
  const least = Number(schema.minimum ?? 0)
  const most = Number(schema.maximum ?? Number.POSITIVE_INFINITY)
  return Math.min(Math.max(numberOf(name) ?? 1, least), most)
}

/** Returns an example problem for each code, for `components.examples`. */
export const problemExamples = (codes: ReadonlySet<string>): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(errorCatalogue)
      .filter(([code]) => codes.has(code))
      .map(([code, { status, title }]) => [
        code,
        {
          summary: title,
          value: {
            type: `/problems/${code}`,
            title,
            status,
            detail: `${title}.`,
            code,
            requestId: idOf('req'),
            ...(code === 'validation_failed' ? { errors: [wrongParameter] } : {}),
          },
        },
      ]),
  )

const wrongParameter = {
  parameter: 'limit',
  location: 'query',
  code: 'out_of_range',
  message: 'limit must be a whole number from 1 to 200.',
}
