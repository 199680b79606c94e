import * as v from 'valibot'
import { ruleSentences } from './problem-sentences.ts'

/** Metadata key of a schema's name. The API document removes it from converted schemas. */
export const nameKey = 'x-schema'

export interface SchemaName {
  name: string
  description: string
}

// biome-ignore lint/suspicious/noExplicitAny: any schema
type AnySchema = v.GenericSchema<any, any>

/**
 * The API document declares the schema under this name and clients are generated from it, so a name belongs
 * to one shape and never changes (docs/api-rules.md).
 */
export const named = <S extends AnySchema>(name: string, description: string, schema: S): S =>
  withMetadata(schema, v.metadata({ [nameKey]: { name, description } }))

/** Schema of a response. */
export const namedObject = <E extends v.ObjectEntries>(name: string, description: string, entries: E) =>
  named(name, description, v.object(entries))

/** Schema of a request; refuses unknown fields. */
export const namedStrictObject = <E extends v.ObjectEntries>(name: string, description: string, entries: E) =>
  named(name, description, v.strictObject(entries))

export const nameOf = (schema: AnySchema): string | undefined =>
  (v.getMetadata(schema as never)[nameKey] as SchemaName | undefined)?.name

/** Markdown for the API document: meaning, unit, meaning of null, and an example if it helps. */
export const described = <S extends AnySchema>(schema: S, description: string): S =>
  withMetadata(schema, v.description(description))

type Item = v.PipeItem<unknown, unknown, v.BaseIssue<unknown>>

/** Accepts any body: its handler checks it, reports more than a schema can, and yields to other requests. */
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

/** RFC 3339 in UTC. */
export const dateTime = v.pipe(v.string(), v.isoTimestamp())
export const integer = v.pipe(v.number(), v.integer())
/** In a request body. */
export const id = v.pipe(v.string(), v.minLength(1), v.maxLength(40))
/** Refuses text that UTF-8 or databases can't store. */
export const storable = v.check(
  (text: string) => text.isWellFormed() && !text.includes('\0'),
  ruleSentences.message('invalid_value.unstorable'),
)

/** Fields with the same meaning in every resource. */
export const fields = {
  createdAt: described(dateTime, 'When it was created, RFC 3339 in UTC.'),
  updatedAt: described(dateTime, 'When it was last changed, RFC 3339 in UTC.'),
  isTest: described(v.boolean(), 'Whether it belongs to test mode.'),
  revision: described(integer, 'Increases with every change. Send it as `If-Match`.'),
  currency: described(v.string(), 'Currency of all amounts (ISO 4217), `EUR`.'),
  productId: described(v.string(), 'The product, `prd_…`.'),
  productSpecificationId: described(v.string(), 'The specification of the product, `psp_…`.'),
  templateId: described(v.string(), 'The template, `tpl_…`.'),
  templateVersionId: described(v.string(), 'The version of the template that is printed, `tv_…`.'),
  file: described(v.nullable(v.string()), 'Path of the file on this server; null until it is READY.'),
  fileCompletedAt: described(
    v.nullable(dateTime),
    'When it was READY or FAILED, RFC 3339 in UTC; null until then.',
  ),
  fileExpiresAt: described(
    dateTime,
    'When the file is deleted, RFC 3339 in UTC: seven days of real time after the request. In test mode it is expressed on the test clock, like `createdAt`.',
  ),
  vatRate: described(integer, 'Rate of VAT in percent, e.g. `21`.'),
}
