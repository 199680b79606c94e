/** Personal data that the responses of an operation may contain, by their schemas. */
export interface Held {
  recipients: boolean
  emails: boolean
  /** Media types of responses other than JSON. */
  files: readonly string[]
}

type Json = Readonly<Record<string, unknown>>
export interface OpenApi {
  paths: Readonly<Record<string, Readonly<Record<string, Json>>>>
  components: { schemas: Readonly<Record<string, Json>> }
}

const recipientFields = new Set(['recipient', 'recipientName', 'recipients'])

/** Every operation of the document by its id. */
export const operationsOf = ({ paths, components: { schemas } }: OpenApi): ReadonlyMap<string, Held> =>
  new Map(
    Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ operationId }) => operationId !== undefined)
      .map((operation) => [String(operation.operationId), heldBy(operation, schemas)]),
  )

const heldBy = ({ responses }: Json, schemas: OpenApi['components']['schemas']): Held => {
  const names = new Set<string>()
  const files = new Set<string>()
  for (const [status, response] of Object.entries(responses as Record<string, Json>)) {
    if (!status.startsWith('2')) continue
    for (const [type, content] of Object.entries((response.content ?? {}) as Record<string, Json>)) {
      if (type.includes('json')) collect(content.schema, { schemas, names, seen: new Set() })
      else files.add(type)
    }
  }
  const recipients = [...names].some((name) => recipientFields.has(name))
  return { recipients, emails: names.has('email'), files: [...files] }
}

interface Walk {
  schemas: OpenApi['components']['schemas']
  names: Set<string>
  seen: Set<string>
}

/** Collects the names of all fields of a schema. */
const collect = (schema: unknown, walk: Walk): void => {
  if (typeof schema !== 'object' || schema === null) return
  if (Array.isArray(schema)) {
    for (const one of schema) collect(one, walk)
    return
  }
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === '$ref') {
      const name = String(value).slice(String(value).lastIndexOf('/') + 1)
      if (walk.seen.has(name)) continue
      walk.seen.add(name)
      collect(walk.schemas[name], walk)
    } else if (keyword === 'properties') {
      for (const [field, inner] of Object.entries(value as Json)) {
        walk.names.add(field)
        collect(inner, walk)
      }
    } else if (typeof value === 'object') collect(value, walk)
  }
}
