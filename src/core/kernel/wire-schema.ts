import * as v from 'valibot'

/** Where `named` keeps what it was told, until the API document takes it out of the converted schema. */
export const nameKey = 'x-schema'

/** What a schema is called in public, and what it is. */
export interface SchemaName {
  name: string
  description: string
}

// biome-ignore lint/suspicious/noExplicitAny: any schema
type AnySchema = v.GenericSchema<any, any>

/**
 * The public name of a wire schema, and a sentence that says what it is. The API document declares the schema under the name and
 * refers to it; clients are generated from it. So a name is given once, to one shape, and never changed (docs/versioning.md).
 */
export const named = <S extends AnySchema>(name: string, description: string, schema: S): S =>
  withMetadata(schema, v.metadata({ [nameKey]: { name, description } }))

/** An object of answers, by name. */
export const namedObject = <E extends v.ObjectEntries>(name: string, description: string, entries: E) =>
  named(name, description, v.object(entries))

/** An object that callers send, by name: fields that it does not know are refused. */
export const namedStrictObject = <E extends v.ObjectEntries>(name: string, description: string, entries: E) =>
  named(name, description, v.strictObject(entries))

/** The name that a schema was given; undefined where it has none. */
export const nameOf = (schema: AnySchema): string | undefined =>
  (v.getMetadata(schema as never)[nameKey] as SchemaName | undefined)?.name

/**
 * A field, parameter or value with what it means, for the API document: a sentence in Markdown, with the unit, an example where it
 * helps, and what null means.
 */
export const described = <S extends AnySchema>(schema: S, description: string): S =>
  withMetadata(schema, v.description(description))

type Item = v.PipeItem<unknown, unknown, v.BaseIssue<unknown>>

/**
 * Right behind the schema that it is about: a converter that writes what is sent stops at the first transformation. The later of
 * two descriptions counts: a field of a shared type says what it is itself.
 */
const withMetadata = <S extends AnySchema>(schema: S, metadata: v.GenericMetadata): S => {
  const [first, ...rest] = (schema as { pipe?: [AnySchema, ...Item[]] }).pipe ?? [schema]
  const known = rest.findIndex(({ kind }) => (kind as string) !== 'metadata')
  const before = known === -1 ? rest : rest.slice(0, known)
  const after = known === -1 ? [] : rest.slice(known)
  return v.pipe(first as AnySchema, ...([...before, metadata, ...after] as unknown as [])) as unknown as S
}
