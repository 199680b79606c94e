import * as v from 'valibot'

/** Metadata key of a schema's name. The API document removes it from converted schemas. */
export const nameKey = 'x-schema'

export interface SchemaName {
  name: string
  description: string
}

// biome-ignore lint/suspicious/noExplicitAny: any schema
type AnySchema = v.GenericSchema<any, any>

/**
 * Names a wire schema. The API document declares the schema under this name and clients are generated from
 * it, so a name belongs to one shape and never changes (docs/api-rules.md).
 */
export const named = <S extends AnySchema>(name: string, description: string, schema: S): S =>
  withMetadata(schema, v.metadata({ [nameKey]: { name, description } }))

/** A named object schema for responses. */
export const namedObject = <E extends v.ObjectEntries>(name: string, description: string, entries: E) =>
  named(name, description, v.object(entries))

/** A named object schema for requests, which refuses unknown fields. */
export const namedStrictObject = <E extends v.ObjectEntries>(name: string, description: string, entries: E) =>
  named(name, description, v.strictObject(entries))

/** Returns the name of a schema. */
export const nameOf = (schema: AnySchema): string | undefined =>
  (v.getMetadata(schema as never)[nameKey] as SchemaName | undefined)?.name

/**
 * Describes a field, parameter or value for the API document, in Markdown: meaning, unit, meaning of null,
 * and an example if it helps.
 */
export const described = <S extends AnySchema>(schema: S, description: string): S =>
  withMetadata(schema, v.description(description))

type Item = v.PipeItem<unknown, unknown, v.BaseIssue<unknown>>

/**
 * Documents a request body that its handler validates, because it finds more than a schema can and yields to
 * other requests. The body arrives as it was sent.
 */
export const checkedByHandler = (schema: AnySchema): v.GenericSchema<unknown, unknown> =>
  ({ ...schema, '~run': v.unknown()['~run'], ownCheck: true }) as v.GenericSchema<unknown, unknown>

/**
 * Adds metadata directly after the schema, because input converters stop at the first transformation. The
 * later of two descriptions wins, so a field can override its shared type.
 */
const withMetadata = <S extends AnySchema>(schema: S, metadata: v.GenericMetadata): S => {
  const [first, ...rest] = (schema as { pipe?: [AnySchema, ...Item[]] }).pipe ?? [schema]
  const known = rest.findIndex(({ kind }) => (kind as string) !== 'metadata')
  const before = known === -1 ? rest : rest.slice(0, known)
  const after = known === -1 ? [] : rest.slice(known)
  return v.pipe(first as AnySchema, ...([...before, metadata, ...after] as unknown as [])) as unknown as S
}
