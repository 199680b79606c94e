import * as v from 'valibot'

/** The metadata key of a schema's name, which the API document removes from the converted schema. */
export const nameKey = 'x-schema'

/** The public name and description of a schema. */
export interface SchemaName {
  name: string
  description: string
}

// biome-ignore lint/suspicious/noExplicitAny: any schema
type AnySchema = v.GenericSchema<any, any>

/**
 * Gives a wire schema a public name and a description. The API document declares the schema under the name
 * and refers to it, and clients are generated from it. So a name belongs to one shape and never changes
 * (docs/api-rules.md).
 */
export const named = <S extends AnySchema>(name: string, description: string, schema: S): S =>
  withMetadata(schema, v.metadata({ [nameKey]: { name, description } }))

/** A named object schema for answers. */
export const namedObject = <E extends v.ObjectEntries>(name: string, description: string, entries: E) =>
  named(name, description, v.object(entries))

/** A named object schema for requests: unknown fields are refused. */
export const namedStrictObject = <E extends v.ObjectEntries>(name: string, description: string, entries: E) =>
  named(name, description, v.strictObject(entries))

/** The name of a schema; undefined where it has none. */
export const nameOf = (schema: AnySchema): string | undefined =>
  (v.getMetadata(schema as never)[nameKey] as SchemaName | undefined)?.name

/**
 * Gives a field, parameter or value a description for the API document: Markdown that states the meaning, the
 * unit, an example where it helps, and the meaning of null.
 */
export const described = <S extends AnySchema>(schema: S, description: string): S =>
  withMetadata(schema, v.description(description))

type Item = v.PipeItem<unknown, unknown, v.BaseIssue<unknown>>

/**
 * A body that is documented by this schema and judged by its handler, which finds more than a schema could and
 * takes turns with other requests. It arrives as it was sent, whatever that is.
 */
export const checkedByHandler = (schema: AnySchema): v.GenericSchema<unknown, unknown> =>
  ({ ...schema, '~run': v.unknown()['~run'], ownCheck: true }) as v.GenericSchema<unknown, unknown>

/**
 * Adds metadata directly behind the schema, since converters of input stop at the first transformation. The
 * later of two descriptions counts, so a field can describe itself beyond its shared type.
 */
const withMetadata = <S extends AnySchema>(schema: S, metadata: v.GenericMetadata): S => {
  const [first, ...rest] = (schema as { pipe?: [AnySchema, ...Item[]] }).pipe ?? [schema]
  const known = rest.findIndex(({ kind }) => (kind as string) !== 'metadata')
  const before = known === -1 ? rest : rest.slice(0, known)
  const after = known === -1 ? [] : rest.slice(known)
  return v.pipe(first as AnySchema, ...([...before, metadata, ...after] as unknown as [])) as unknown as S
}
