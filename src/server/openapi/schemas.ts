import {
  type ConversionConfig,
  type JsonSchema,
  toJsonSchema,
  toJsonSchemaDefs,
} from '@valibot/to-json-schema'
import { safeParse } from 'valibot'
import { eventSchema, eventSchemas } from '../../core/engine/events/schema.ts'
import type { Operation } from '../../core/engine/operation.ts'
import type { Schema } from '../../core/engine/wire.ts'
import { isCalendarDay } from '../../core/kernel/time.ts'
import { exampleOf } from './examples.ts'
import type { Json } from './json.ts'
import { prefixOf } from './sample-ids.ts'

/** Turns valibot schemas into JSON Schema; a schema that several operations answer with is named once. */
export interface SchemaWriter {
  /** What a caller sends. */
  input(schema: Schema): Json
  /** What the server answers. */
  output(schema: Schema): Json
  /** The named ones, for `components.schemas`. */
  components(): Record<string, Json>
  /** A request or an answer of an operation, made from its converted schema; undefined where that cannot be made. */
  example(operation: Operation, schema: Json, kind: 'request' | 'answer'): unknown
}

const settings = {
  target: 'draft-2020-12',
  // Rules that JSON Schema cannot say (a day that the calendar has) are told by the answer.
  errorMode: 'ignore',
  overrideAction: ({ valibotAction, jsonSchema }) =>
    'requirement' in valibotAction && valibotAction.requirement === isCalendarDay
      ? { ...jsonSchema, format: 'date' }
      : undefined,
} satisfies ConversionConfig

export const createSchemaWriter = (operations: readonly Operation[]): SchemaWriter => {
  const named = { ...namedEvents(), ...namedOutputs(operations) }
  const convert = (
    schema: Schema,
    typeMode: 'input' | 'output',
    definitions: Record<string, Schema>,
  ): Json => {
    const converted = toJsonSchema(schema as never, {
      ...settings,
      typeMode,
      definitions: definitions as never,
    })
    return tidy(converted)
  }
  let made: Record<string, Json> | undefined
  const components = () => {
    made ??= Object.fromEntries(
      Object.entries(toJsonSchemaDefs(named as never, { ...settings, typeMode: 'output' })).map(
        ([name, schema]) => [name, tidy(schema as JsonSchema)],
      ),
    )
    made.Event = eventUnion()
    return made
  }
  return {
    input: (schema) => convert(schema, 'input', {}),
    output: (schema) => convert(schema, 'output', named),
    components,
    example(operation, schema, kind) {
      if (kind === 'request' && operation.example !== undefined) return operation.example
      const prefix = prefixOf(operation.id)
      const example = exampleOf(schema, { schemas: components(), prefix, brief: kind === 'request' })
      const declared = kind === 'request' ? operation.body : operation.output
      // Rules beyond a schema's shape may refuse it: then none is better than a wrong one, and a test says so.
      return safeParse(declared, example).success ? example : undefined
    },
  }
}

/** Drops what the document says elsewhere, and points references at the components. */
const tidy = (schema: JsonSchema): Json => {
  const { $schema: _, $defs: __, ...rest } = schema as Json
  return redirect(rest) as Json
}

const redirect = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(redirect)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) =>
      key === '$ref' && typeof entry === 'string'
        ? [key, entry.replace('#/$defs/', '#/components/schemas/')]
        : [key, redirect(entry)],
    ),
  )
}

/**
 * Schemas that more than one operation answers with, alone or as rows of a list, under the name of their group:
 * `Item`, `Postflow`. The same object is the same schema.
 */
const namedOutputs = (operations: readonly Operation[]): Record<string, Schema> => {
  const uses = new Map<Schema, Operation[]>()
  for (const operation of operations) {
    if (typeof operation.output === 'string') continue
    const output: Schema = operation.output
    const row = rowOf(output)
    for (const schema of row ? [row] : [output]) uses.set(schema, [...(uses.get(schema) ?? []), operation])
  }
  const names: Record<string, Schema> = {}
  for (const [schema, users] of uses) {
    if (users.length < 2 || schema === eventSchema) continue
    const name = freeName(nameOf(users[0]!), names)
    names[name] = schema
  }
  return names
}

/** `Event`, and each of its types: `item.needs_attention` → `ItemNeedsAttentionEvent`. */
const namedEvents = (): Record<string, Schema> => ({
  Event: eventSchema,
  ...Object.fromEntries(Object.entries(eventSchemas).map(([type, schema]) => [eventName(type), schema])),
})

const eventName = (type: string): string =>
  `${type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`

/** A union is read by the field that tells its members apart. */
const eventUnion = (): Json => {
  const refs = Object.keys(eventSchemas).map(
    (type) => [type, `#/components/schemas/${eventName(type)}`] as const,
  )
  return {
    oneOf: refs.map(([, $ref]) => ({ $ref })),
    discriminator: { propertyName: 'type', mapping: Object.fromEntries(refs) },
  }
}

interface Inspectable {
  type: string
  entries?: { data?: Inspectable }
  item?: Schema
}

/** The row schema of `{data: [row], …}`. */
const rowOf = (output: Schema): Schema | undefined => {
  const data = (output as unknown as Inspectable).entries?.data
  return data?.type === 'array' ? data.item : undefined
}

/** `advertisingCategories.list` → `AdvertisingCategory`. */
const nameOf = (operation: Operation): string => {
  const group = operation.id.slice(0, operation.id.indexOf('.'))
  const singular = group.replace(/ies$/, 'y').replace(/s$/, '')
  return singular.charAt(0).toUpperCase() + singular.slice(1)
}

const freeName = (wanted: string, taken: Record<string, unknown>): string => {
  if (!(wanted in taken)) return wanted
  for (let number = 2; ; number++) if (!(`${wanted}${number}` in taken)) return `${wanted}${number}`
}
