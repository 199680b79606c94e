/**
 * The public names and shapes of the API document, without descriptions: the content of
 * `docs/api-baseline.json`.
 */

// biome-ignore lint/suspicious/noExplicitAny: the document is JSON
type Json = any

/**
 * A type is `string`, `integer`, `date-time` (its format), `"READY"` or `Item` (a named schema), with rules in
 * brackets: `string(maxLength 40)`. A list means any of its members. `{"[]": …}` is an array, `{"*": …}` a record,
 * and any other object has fields, with `?` after the name of an optional one.
 */
export type Shape = string | Shape[] | { [field: string]: Shape }

export interface OperationShape {
  /** Method and path. */
  call: string
  /** The required scope, and scopes that imply it: `items.approve or items.write`. */
  scope: string
  /** Names of the shared parameters. */
  shared: string[]
  /** `query limit?`: place and name, with `?` if it is optional. */
  parameters: Record<string, Shape>
  /** JSON body. */
  body?: Shape
  /** True if the body may be missing. */
  bodyIsOptional?: true
  /** JSON answers by status; `-` for an answer without JSON. */
  answers: Record<string, Shape>
}

export interface Baseline {
  /** Shared parameters by place and name. */
  parameters: Record<string, Shape>
  operations: Record<string, OperationShape>
  /** Event types and their payloads. */
  events: Record<string, Shape>
  schemas: Record<string, Shape>
}

export const baselineOf = (document: Json): Baseline => ({
  parameters: parametersOf(Object.values<Json>(document.components.parameters ?? {})),
  operations: Object.fromEntries(
    Object.entries<Json>(document.paths)
      .flatMap(([path, methods]) =>
        Object.entries<Json>(methods).map(([method, operation]): [string, OperationShape] => [
          operation.operationId,
          operationShape(`${method.toUpperCase()} ${path}`, operation),
        ]),
      )
      .sort(byName),
  ),
  events: Object.fromEntries(
    Object.entries<Json>(document.webhooks ?? {}).map(([type, { post }]) => [
      type,
      jsonOf(post.requestBody) ?? '-',
    ]),
  ),
  schemas: Object.fromEntries(
    Object.entries<Json>(document.components.schemas)
      .map(([name, schema]): [string, Shape] => [name, shapeOf(schema)])
      .sort(byName),
  ),
})

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1)

const operationShape = (call: string, operation: Json): OperationShape => {
  const body = operation.requestBody && jsonOf(operation.requestBody)
  const parameters: Json[] = operation.parameters ?? []
  return {
    call,
    scope: [operation['x-permission'] ?? 'public', operation['x-implied-by']].filter(Boolean).join(' or '),
    shared: parameters.filter(({ $ref }) => $ref).map(({ $ref }) => nameIn($ref)),
    parameters: parametersOf(parameters.filter(({ $ref }) => !$ref)),
    ...(body ? { body } : {}),
    ...(body && operation.requestBody.required === false ? { bodyIsOptional: true as const } : {}),
    answers: Object.fromEntries(
      Object.entries<Json>(operation.responses)
        .filter(([status]) => /^[23]/.test(status))
        .map(([status, response]) => [status, jsonOf(response) ?? '-']),
    ),
  }
}

const parametersOf = (parameters: Json[]): Record<string, Shape> =>
  Object.fromEntries(
    parameters.map((one) => [
      `${one.in} ${one.name}${one.required ? '' : '?'}`,
      one.name === 'sort' ? sortShape(one.schema) : shapeOf(one.schema),
    ]),
  )

/** The pattern of a sort parameter lists its fields. */
const sortShape = ({ pattern }: Json): Shape =>
  one((/\(\?:([\w|]+)\)/.exec(pattern)?.[1] ?? '').split('|').map((name) => JSON.stringify(name)))

const nameIn = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1)

const jsonOf = ({ content }: Json): Shape | undefined => {
  const schema = content?.['application/json']?.schema
  return schema && shapeOf(schema)
}

const ruleNames = [
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
]

export const shapeOf = (schema: Json): Shape => {
  if (schema.$ref) return nameIn(schema.$ref)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return one(schema.enum.map((value: unknown) => JSON.stringify(value)))
  const options = schema.anyOf ?? schema.oneOf
  if (options) return one(options.flatMap((option: Json) => shapeOf(option)))
  if (schema.type === 'array') return { [`[]${rulesOf(schema)}`]: itemsOf(schema) }
  if (schema.type === 'object') return objectOf(schema)
  return `${schema.format ?? schema.type ?? 'any'}${rulesOf(schema)}`
}

const one = (shapes: Shape[]): Shape => (shapes.length === 1 ? shapes[0]! : shapes)

const itemsOf = ({ items, prefixItems }: Json): Shape =>
  prefixItems
    ? Object.fromEntries(prefixItems.map((item: Json, index: number) => [index, shapeOf(item)]))
    : items
      ? shapeOf(items)
      : 'any'

const objectOf = (schema: Json): Shape => {
  const { properties, additionalProperties, required = [] } = schema
  if (!properties)
    return { [`*${rulesOf(schema)}`]: additionalProperties ? shapeOf(additionalProperties) : 'any' }
  return Object.fromEntries(
    Object.entries<Json>(properties).map(([name, field]) => [
      required.includes(name) ? name : `${name}?`,
      shapeOf(field),
    ]),
  )
}

const rulesOf = (schema: Json): string => {
  const rules = ruleNames
    .filter((rule) => schema[rule] !== undefined)
    .map((rule) => `${rule} ${schema[rule]}`)
  return rules.length === 0 ? '' : `(${rules.join(', ')})`
}

/** Formats one line per field, parameter and operation, so that a difference shows what changed. */
export const written = (baseline: Baseline): string => {
  const lines = (
    value: Record<string, unknown>,
    indent: string,
    deep: (value: unknown) => boolean,
  ): string => {
    const entries = Object.entries(value).map(([name, entry]) => {
      const nested = deep(entry) && Object.keys(entry as object).length > 0
      const text = nested
        ? lines(entry as Record<string, unknown>, `${indent}  `, deep)
        : JSON.stringify(entry)
      return `${indent}  ${JSON.stringify(name)}: ${text}`
    })
    return `{\n${entries.join(',\n')}\n${indent}}`
  }
  const isFields = (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !/^(\[\]|\*)/.test(Object.keys(value)[0] ?? '')
  return `${lines(baseline as unknown as Record<string, unknown>, '', isFields)}\n`
}
