import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { safeParse } from 'valibot'
import {
  type FilterField,
  type FilterOperator,
  type ListDeclaration,
  limits,
} from '../../core/engine/list/fields.ts'
import type { Operation } from '../../core/engine/operation.ts'
import type { Schema } from '../../core/engine/wire.ts'
import { isCalendarDay } from '../../core/kernel/time.ts'
import { nameKey, type SchemaName } from '../../core/kernel/wire-schema.ts'
import { exampleOf, type Json } from './examples.ts'
import { prefixOf } from './samples.ts'

/** Converts valibot schemas to JSON Schema, with named schemas as references to `components.schemas`. */
export interface SchemaWriter {
  input(schema: Schema): Json
  output(schema: Schema): Json
  /** Returns all named schemas converted so far, for `components.schemas`. */
  components(): Record<string, Json>
  /** An example of a request or answer by its converted schema; undefined if there is no valid one. */
  example(operation: Operation, schema: Json, kind: 'request' | 'answer'): unknown
}

type Direction = 'input' | 'output'

const settings = {
  target: 'draft-2020-12',
  // Rules that JSON Schema can't express, such as existing calendar days, are enforced by the server only.
  errorMode: 'ignore',
  overrideAction: ({ valibotAction, jsonSchema }) =>
    'requirement' in valibotAction && valibotAction.requirement === isCalendarDay
      ? { ...jsonSchema, format: 'date' }
      : undefined,
  // Adds the discriminator of unions.
  overrideSchema: ({ valibotSchema, jsonSchema }) =>
    valibotSchema.type === 'variant'
      ? { ...jsonSchema, discriminator: { propertyName: (valibotSchema as unknown as { key: string }).key } }
      : undefined,
} satisfies ConversionConfig

export const createSchemaWriter = (): SchemaWriter => {
  const names = new Names()
  const convert = (schema: Schema, direction: Direction): Json => {
    const { $schema: _, ...converted } = toJsonSchema(schema as never, {
      ...settings,
      typeMode: direction,
      definitions: {},
    }) as Json
    return names.takeOut(converted) as Json
  }
  return {
    input: (schema) => convert(schema, 'input'),
    output: (schema) => convert(schema, 'output'),
    components: () => Object.fromEntries(Object.entries(names.schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    example(operation, schema, kind) {
      if (kind === 'request' && operation.example !== undefined) return operation.example
      const prefix = prefixOf(operation.id)
      const example = exampleOf(schema, { schemas: names.schemas, prefix, brief: kind === 'request' })
      const declared = kind === 'request' ? operation.body : operation.output
      // Rules beyond the schema may refuse the example. No example is better than a wrong one; a test reports
      // it.
      return safeParse(declared, example).success ? example : undefined
    },
  }
}

/** Collects named schemas and replaces them by references. */
class Names {
  readonly schemas: Record<string, Json> = {}
  readonly #written = new Map<string, string>()

  /** Replaces named schemas by references. Throws if two different schemas have the same name. */
  takeOut(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((entry) => this.takeOut(entry))
    if (typeof value !== 'object' || value === null) return value
    const { [nameKey]: named, ...rest } = value as Json
    const schema = Object.fromEntries(Object.entries(rest).map(([key, entry]) => [key, this.takeOut(entry)]))
    if (schema.discriminator) this.#mapDiscriminator(schema)
    if (!named) return schema
    const { name, description } = named as SchemaName
    // Keywords next to the reference describe the field, not the type.
    const { description: about, default: byDefault, ...shape } = schema
    this.#declare(name, { description, ...shape })
    return {
      $ref: `#/components/schemas/${name}`,
      ...(about === undefined ? {} : { description: about }),
      ...(byDefault === undefined ? {} : { default: byDefault }),
    }
  }

  #declare(name: string, schema: Json): void {
    const written = JSON.stringify(schema)
    const before = this.#written.get(name)
    if (before !== undefined && before !== written) {
      throw new Error(`Two different schemas are called ${name}: give one of them another name.`)
    }
    this.#written.set(name, written)
    this.schemas[name] = schema
  }

  /** Adds the mapping to a union's discriminator, or removes the discriminator if a member has no name. */
  #mapDiscriminator(union: Json): void {
    const { propertyName } = union.discriminator as { propertyName: string }
    const mapping = (union.oneOf as Json[]).map(({ $ref }) => {
      const { properties } = this.schemas[String($ref).slice('#/components/schemas/'.length)] ?? {}
      return [(properties as Record<string, Json> | undefined)?.[propertyName]?.const, $ref]
    })
    if (mapping.every(([value]) => value !== undefined)) {
      union.discriminator = { propertyName, mapping: Object.fromEntries(mapping) }
    } else delete union.discriminator
  }
}

/** Returns all parameters except the body: path, query and headers. */
export const parametersOf = (operation: Operation, schemas: SchemaWriter): Json[] => [
  ...pathParameters(operation, schemas),
  ...(operation.list ? listParameters(operation.list, operation.output) : []),
  ...queryParameters(operation, schemas),
  ...(isAboutOrganisation(operation) ? [shared('OrganisationId'), shared('Mode')] : []),
  ...(operation.method !== 'GET' && operation.effect !== 'public' ? [shared('CsrfProtection')] : []),
  shared('RequestId'),
  ...(operation.method === 'POST' && operation.effect !== 'public' ? [shared('IdempotencyKey')] : []),
  ...(operation.ifMatch ? [shared('IfMatch')] : []),
]

const shared = (name: string): Json => ({ $ref: `#/components/parameters/${name}` })

const isAboutOrganisation = ({ audience, effect }: Operation): boolean =>
  effect !== 'public' && audience !== 'user'

const pathParameters = (operation: Operation, schemas: SchemaWriter): Json[] => {
  const declared = propertiesOf(operation.params, schemas)
  return [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    ...placed(name!, 'path', declared.properties[name!] ?? { type: 'string' }),
    required: true,
  }))
}

const queryParameters = (operation: Operation, schemas: SchemaWriter): Json[] => {
  const { properties, required } = propertiesOf(operation.query, schemas)
  return Object.entries(properties).map(([name, schema]) => ({
    ...placed(name, 'query', schema, (bare) => readSchema(entriesOf(operation.query)[name], bare)),
    required: required.includes(name),
  }))
}

/** Moves the description from the schema to the parameter. */
const placed = (
  name: string,
  place: 'path' | 'query',
  { description, ...schema }: Json,
  read = (bare: Json): Json => bare,
): Json => ({ name, in: place, ...(description ? { description } : {}), schema: read(schema) })

/** The parts of a valibot schema that show how a query's text is parsed. */
interface Inspectable {
  wrapped?: Inspectable
  entries?: Record<string, Inspectable>
  pipe?: readonly { type: string; operation?: unknown; requirement?: unknown }[]
}

const entriesOf = (query: unknown): Record<string, Inspectable> =>
  (query as Inspectable | undefined)?.entries ?? {}

/** A description wraps an entry in another pipe. */
const pipeOf = (entry: Inspectable | undefined): NonNullable<Inspectable['pipe']> =>
  entry?.pipe?.some(({ operation }) => operation !== undefined)
    ? entry.pipe
    : (entry?.wrapped?.pipe ?? entry?.pipe ?? [])

/** Describes the parsed value of a query parameter instead of its text. */
const readSchema = (entry: Inspectable | undefined, schema: Json): Json => {
  if (String(schema.enum) === 'true,false') return { type: 'boolean' }
  const pipe = pipeOf(entry)
  if (!pipe.some(({ operation }) => operation === Number)) return schema
  const rule = (type: string) => pipe.find((action) => action.type === type)?.requirement
  const pattern = rule('regex') as RegExp
  const minimum = rule('min_value') ?? [0, 1].find((number) => pattern.test(String(number)))
  return { type: 'integer', minimum, maximum: rule('max_value') }
}

const propertiesOf = (
  schema: Schema | undefined,
  schemas: SchemaWriter,
): { properties: Record<string, Json>; required: string[] } => {
  if (!schema) return { properties: {}, required: [] }
  const { properties = {}, required = [] } = schemas.input(schema) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return { properties, required }
}

/** Returns the list parameters (docs/api-rules.md#lists), with every field and operator written out. */
const listParameters = (list: ListDeclaration, output: unknown): Json[] => [
  ...(list.rows ? [] : ['Limit', 'Cursor', 'Include'].map(shared)),
  ...sortParameter(list),
  ...Object.entries(list.filters).flatMap(([name, field]) =>
    field.operators.map((operator) =>
      filterParameter(
        name,
        field,
        operator,
        field.description ?? meaningOf(list.rows ?? rowsOf(output), name),
      ),
    ),
  ),
]

const sortParameter = (list: ListDeclaration): Json[] => {
  const names = Object.keys(list.sort)
  if (names.length === 0) return []
  const one = `-?(?:${names.join('|')})`
  return [
    {
      name: 'sort',
      in: 'query',
      description: `Field names separated by commas, with a leading \`-\` for descending: ${names.join(', ')}. Ties are broken by id.`,
      schema: { type: 'string', pattern: `^${one}(?:,${one})*$`, default: list.defaultSort },
    },
  ]
}

/** The parts of a page's schema that lead to the fields of its rows. */
interface PageSchema {
  entries: { data: { item: RowSchema } }
}
interface RowSchema {
  entries?: Entries
  options?: readonly { entries: Entries }[]
}
const rowsOf = (output: unknown): RowSchema => (output as PageSchema).entries.data.item
type Entries = Readonly<Record<string, v.GenericSchema>>

/** Returns the description of a row's field; undefined if there is no such field. */
const meaningOf = (rows: unknown, name: string): string | undefined => {
  const { entries, options } = rows as RowSchema
  const field = (entries ?? options?.[0]?.entries)?.[name]
  return field && v.getDescription(field)
}

const filterParameter = (
  name: string,
  field: FilterField,
  operator: FilterOperator,
  meaning: string | undefined,
): Json => {
  if (meaning === undefined) throw new Error(`The filter ${name} needs a description: no field has its name.`)
  return {
    name: operator === 'eq' ? `filter[${name}]` : `filter[${name}][${operator}]`,
    in: 'query',
    description: `${meaning} Filter: ${meanings(field)[operator]}`,
    schema: valueSchema(field, operator),
  }
}

const ofTimes: Readonly<Record<FilterOperator, string>> = {
  eq: 'equal to this value; `[eq]` is optional.',
  ne: 'other than this value.',
  in: `one of up to ${limits.inValues} values separated by commas.`,
  gte: 'at or after this time or day.',
  gt: 'after this time or day.',
  lte: 'at or before this time, or the end of this day.',
  lt: 'before this time or day.',
  null: '`true` for none, `false` for any value.',
  contains: 'contains this text, regardless of case and accents.',
  startsWith: 'begins with this text.',
}

/** For entries; the only operator is `eq`. */
const ofEntries: typeof ofTimes = {
  ...ofTimes,
  eq: 'has this entry, written `name:value`. A colon in the name is written `\\:` and a backslash `\\\\`.',
}

const ofNumbers: typeof ofTimes = {
  ...ofTimes,
  gte: 'at least this number.',
  gt: 'more than this number.',
  lte: 'at most this number.',
  lt: 'less than this number.',
}

const meanings = ({ type }: FilterField): typeof ofTimes =>
  type === 'integer' ? ofNumbers : type === 'entry' ? ofEntries : ofTimes

const valueSchema = (field: FilterField, operator: FilterOperator): Json => {
  if (operator === 'null') return { type: 'boolean' }
  if (operator === 'in') return { type: 'string' }
  if (field.type === 'enum')
    return { type: 'string', enum: [...field.values, ...Object.keys(field.groups ?? {})] }
  if (field.type === 'integer' || field.type === 'boolean') return { type: field.type }
  if (field.type === 'entry') {
    const name = `(?:[^:\\\\]|\\\\[:\\\\]){1,${field.nameLength}}`
    return { type: 'string', pattern: `^${name}:.{0,${field.textLength}}$` }
  }
  if (field.type === 'label') return { type: 'string', maxLength: field.maxLength }
  if (field.type === 'text') {
    const least = operator === 'startsWith' ? { minLength: field.prefixLength ?? 1 } : {}
    return { type: 'string', ...least, maxLength: field.maxLength ?? limits.textLength }
  }
  const formats = [
    { type: 'string', format: 'date-time' },
    { type: 'string', format: 'date' },
  ]
  return { anyOf: formats, description: 'RFC 3339, or a day as YYYY-MM-DD.' }
}

/** Parameters that several operations share. */
export const sharedParameters: Record<string, Json> = {
  OrganisationId: {
    name: 'X-Organisation-Id',
    in: 'header',
    description:
      'With a key: the key’s own organisation. With a session: one of the user’s organisations; required if there are several and the session has selected none.',
    schema: { type: 'string' },
  },
  Mode: {
    name: 'X-Mode',
    in: 'header',
    description:
      'The mode of a portal session; live by default. A key has its own mode, and any other is refused.',
    schema: { type: 'string', enum: ['live', 'test'] },
  },
  CsrfProtection: {
    name: 'X-Csrf-Protection',
    in: 'header',
    description: 'Required with a portal session, because forms of other sites cannot send it.',
    schema: { type: 'string', enum: ['1'] },
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'Returned with the response and written to the log; generated if missing.',
    schema: { type: 'string', pattern: '^[\\w.:-]{1,128}$' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'For 24 hours, the same key with the same request returns the first response, with `Idempotency-Replayed: true`. Keys are separate for each user and each API key, including its replacements. Secrets in the first response are null in the repeated one, and `notice` explains how to get another.',
    schema: { type: 'string', maxLength: 255 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` (revision) on which the change is based. Answers 412 if the resource has another revision by now.',
    schema: { type: 'string' },
  },
  Limit: {
    name: 'limit',
    in: 'query',
    description: 'Rows per page.',
    schema: { type: 'integer', minimum: 1, maximum: limits.pageSize, default: limits.defaultPageSize },
  },
  Cursor: {
    name: 'cursor',
    in: 'query',
    description: 'The `nextCursor` of the previous page, with the same sort and filters.',
    schema: { type: 'string', maxLength: limits.cursorLength },
  },
  Include: {
    name: 'include',
    in: 'query',
    description: '`total` adds `totalCount` to the response.',
    schema: { type: 'string', enum: ['total'] },
  },
}
