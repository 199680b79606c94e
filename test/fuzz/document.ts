import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { apiDocument } from '../../scripts/api-document.ts'

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema as the document has it
export type JsonSchema = any

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: JsonSchema
}

/** One operation of the API document, with its references resolved one level deep. */
export interface DocumentedOperation {
  id: string
  method: string
  path: string
  parameters: Parameter[]
  /** Media type → schema and examples of the body. */
  bodies: { mediaType: string; schema: JsonSchema; examples: unknown[] }[]
  /** A scope, `authenticated`, or undefined if no credentials are needed. */
  permission: string | undefined
  /** Needs a portal session: with an API key the answer is 404. */
  portalOnly: boolean
  /** Status, or `default` → media type → schema. */
  responses: Map<string, Map<string, JsonSchema>>
}

const document = await apiDocument()

/** Returns a value, or what it refers to if it is a `$ref`; nested references remain. */
export const resolve = (value: JsonSchema): JsonSchema => {
  let found = value
  while (typeof found?.$ref === 'string') {
    found = found.$ref
      .slice(2)
      .split('/')
      .reduce((at: JsonSchema, key: string) => at[key.replaceAll('~1', '/').replaceAll('~0', '~')], document)
  }
  return found
}

const contentOf = (value: JsonSchema): [string, JsonSchema][] => Object.entries(resolve(value)?.content ?? {})

const examplesOf = (media: JsonSchema): unknown[] => [
  ...(media.example === undefined ? [] : [media.example]),
  ...Object.values<JsonSchema>(media.examples ?? {}).map((example) => resolve(example).value),
]

export const documentedOperations: DocumentedOperation[] = Object.entries<JsonSchema>(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries<JsonSchema>(methods)
      .filter(([, operation]) => operation.operationId !== undefined)
      .map(([method, operation]) => ({
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        parameters: [...(methods.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) => {
          const { name, in: location, required, schema } = resolve(parameter)
          return { name, in: location, required: required ?? false, schema }
        }),
        bodies: contentOf(operation.requestBody).map(([mediaType, media]) => ({
          mediaType,
          schema: media.schema ?? {},
          examples: examplesOf(media),
        })),
        permission: operation['x-permission'],
        portalOnly:
          operation.security?.length > 0 &&
          operation.security.every((way: object) => Object.keys(way).every((name) => !/key/i.test(name))),
        responses: new Map(
          Object.entries(operation.responses).map(([status, response]) => [
            status,
            // Without the parameters of the media type, as in `text/csv; charset=utf-8`.
            new Map(contentOf(response).map(([type, media]) => [type.split(';')[0]!, media.schema])),
          ]),
        ),
      })),
)

const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true })
// biome-ignore lint/suspicious/noExplicitAny: a CommonJS default export
;((formats as any).default ?? formats)(ajv)
ajv.addSchema(document, 'api')
const validators = new Map<JsonSchema, ValidateFunction>()

/** Describes where a value violates a schema; undefined if it does not. */
export const mismatch = (schema: JsonSchema, value: unknown): string | undefined => {
  let validate = validators.get(schema)
  if (!validate) {
    // References are relative to the document's root.
    validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"api#/')))
    validators.set(schema, validate)
  }
  return validate(value) ? undefined : ajv.errorsText(validate.errors)
}
