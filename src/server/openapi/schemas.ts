import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema'
import { safeParse } from 'valibot'
import type { Operation } from '../../core/engine/operation.ts'
import type { Schema } from '../../core/engine/wire.ts'
import { isCalendarDay } from '../../core/kernel/time.ts'
import { nameKey, type SchemaName } from '../../core/kernel/wire-schema.ts'
import { exampleOf } from './examples.ts'
import { prefixOf } from './samples.ts'

export type Json = Record<string, unknown>

/** Converts valibot schemas to JSON Schema, with named schemas as references to `components.schemas`. */
export interface SchemaWriter {
  /** Returns the JSON Schema of input. */
  input(schema: Schema): Json
  /** Returns the JSON Schema of output. */
  output(schema: Schema): Json
  /** Returns all named schemas converted so far, for `components.schemas`. */
  components(): Record<string, Json>
  /**
   * Returns an example of an operation's request or answer from its converted schema; undefined if there is
   * no valid one.
   */
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

  /**
   * Replaces named schemas in a converted schema, including itself, by references. Throws if two different
   * schemas have the same name.
   */
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

  /** Adds the discriminator's mapping to schemas, which requires that every member is named. */
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
