/** Functions that find operations, schemas and flaws in the API document, without a server. */

// biome-ignore lint/suspicious/noExplicitAny: the document is accessed in many places
type Any = any

/** Yields every schema object with its place, without following references. */
export function* schemasOf(document: Any): Generator<{ schema: Any; place: string }> {
  for (const [name, schema] of Object.entries<Any>(document.components.schemas)) yield* within(schema, name)
  for (const [place, part] of operationsOf(document)) {
    for (const parameter of part.parameters ?? []) {
      if (parameter.schema) yield* within(parameter.schema, `${place} ${parameter.name}`)
    }
    for (const { schema, place: where } of contentsOf(part, place)) yield* within(schema, where)
  }
}

/** Returns all operations and webhooks with their ids. */
export const operationsOf = (document: Any): [string, Any][] =>
  [...Object.values<Any>(document.paths), ...Object.values<Any>(document.webhooks ?? {})].flatMap((path) =>
    Object.values<Any>(path).map((part): [string, Any] => [part.operationId, part]),
  )

/** Returns the JSON schemas of an operation’s request body and responses. */
export const contentsOf = (operation: Any, place: string): { schema: Any; place: string }[] => {
  const contents = [
    ['request', operation.requestBody?.content],
    ...Object.entries<Any>(operation.responses ?? {}).map(([status, response]) => [status, response.content]),
  ]
  return contents.flatMap(([part, content]) => {
    const schema = content?.['application/json']?.schema
    return schema ? [{ schema, place: `${place} ${part}` }] : []
  })
}

function* within(schema: Any, place: string): Generator<{ schema: Any; place: string }> {
  if (typeof schema !== 'object' || schema === null) return
  yield { schema, place }
  for (const [name, field] of Object.entries<Any>(schema.properties ?? {}))
    yield* within(field, `${place}.${name}`)
  yield* within(schema.items, `${place}[]`)
  yield* within(schema.additionalProperties, `${place}.*`)
  for (const options of [schema.anyOf, schema.oneOf, schema.allOf, schema.prefixItems]) {
    for (const option of options ?? []) yield* within(option, place)
  }
}

/** Returns a schema without its descriptions, examples and defaults. */
const shapeOf = (schema: Any): Any => {
  if (Array.isArray(schema)) return schema.map(shapeOf)
  if (typeof schema !== 'object' || schema === null) return schema
  const { description: _, examples: __, default: ___, ...rest } = schema
  return Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [
      key,
      key === 'properties' ? shapesOf(value) : shapeOf(value),
    ]),
  )
}

const shapesOf = (fields: Any): Any =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, shapeOf(field)]))

/** Returns the places of unnamed object schemas that occur several times or equal a named schema. */
export const repeatedShapes = (document: Any): string[] => {
  const places = new Map<string, string[]>()
  const { schemas } = document.components
  for (const { schema, place } of schemasOf(document)) {
    if (!schema.properties) continue
    const shape = JSON.stringify(shapeOf(schema))
    places.set(shape, [...(places.get(shape) ?? []), place])
  }
  return [...places.values()]
    .filter((where) => where.length > 1 && where.some((place) => !(place in schemas)))
    .map((where) => where.join(' = '))
}

/** True for a reference to a named schema, an array of one, or a choice of only named ones. */
const isNamed = ({ $ref, items, anyOf = [] }: Any): boolean =>
  Boolean($ref || items?.$ref) || (anyOf.length > 0 && anyOf.every((one: Any) => one.$ref))

/** Returns the places of request bodies and responses whose schema has no name. */
export const unnamedBodies = (document: Any): string[] =>
  operationsOf(document)
    .flatMap(([id, operation]) => contentsOf(operation, id))
    .filter(({ schema }) => !isNamed(schema))
    .map(({ place }) => place)

/** Returns the schema names that end in a digit, as generated names do. */
export const countedNames = (document: Any): string[] =>
  Object.keys(document.components.schemas).filter((name) => /\d$/.test(name))

/** Returns the fields, parameters, headers and named schemas without a description. */
export const undescribed = (document: Any): string[] => {
  const { schemas, parameters = {}, headers = {} } = document.components
  const silent = (kind: string, all: Record<string, Any>): string[] =>
    Object.entries(all).flatMap(([name, { description }]) => (description ? [] : [`${kind}${name}`]))
  return [
    ...operationsOf(document).flatMap(([id, operation]) =>
      (operation.parameters ?? []).flatMap((one: Any) =>
        one.$ref || one.description ? [] : [`${id} ${one.name}`],
      ),
    ),
    ...silent('', schemas),
    ...[...schemasOf(document)].flatMap(({ schema, place }) => silent(`${place}.`, schema.properties ?? {})),
    ...silent('parameter ', parameters),
    ...silent('header ', headers),
  ]
}
