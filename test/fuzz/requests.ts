import type { DocumentedOperation, Parameter } from './document.ts'
import { validValue } from './generate.ts'
import { hostileBodies, hostileQueries, hostileSegments, hostileValues, mutate } from './hostile-input.ts'
import type { Sent } from './http-client.ts'
import type { RandomSource } from './random-source.ts'
import type { TenantClient } from './tenant-client.ts'

/** How far a request deviates from the document. */
export type RequestCategory = 'valid' | 'nearly-valid' | 'hostile'

export interface GeneratedRequest {
  sent: Sent
  operation: DocumentedOperation
  category: RequestCategory
}

const encode = (value: unknown): string => encodeURIComponent(String(value).toWellFormed())

/** The last literal segment before a parameter, by which known ids are looked up. */
const segmentBefore = (path: string, name: string): string =>
  path
    .slice(0, path.indexOf(`{${name}}`))
    .split('/')
    .filter(Boolean)
    .at(-1) ?? ''

const pathOf = (
  operation: DocumentedOperation,
  client: TenantClient,
  random: RandomSource,
  category: RequestCategory,
): string =>
  operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (category === 'hostile' && random.chance(0.5)) return random.pick(hostileSegments)
    const { schema } = operation.parameters.find((parameter) => parameter.name === name)!
    const known = client.idFor(name === 'key' ? 'key' : segmentBefore(operation.path, name), random)
    if (known !== undefined && (category === 'valid' || random.chance(0.7))) return encode(known)
    // Some proxies decode an escaped percent sign more than once.
    const generated = String(validValue(schema, name, client.context(random))).replaceAll('%', '')
    return encode(generated || 'x')
  })

const queryOf = (
  parameters: Parameter[],
  client: TenantClient,
  random: RandomSource,
  category: RequestCategory,
): string => {
  if (category === 'hostile' && random.chance(0.5)) return `?${random.pick(hostileQueries)}`
  const parts = parameters
    .filter(
      (parameter) =>
        parameter.name !== 'cursor' && (parameter.required || random.chance(1.5 / parameters.length)),
    )
    .map(({ name, schema }) => {
      const value =
        category !== 'valid' && random.chance(0.3)
          ? random.pick(hostileValues)
          : validValue(schema, /filter\[(\w+)\]/.exec(name)?.[1] ?? name, client.context(random))
      return `${random.chance(0.5) ? encode(name) : name}=${encode(typeof value === 'object' ? JSON.stringify(value) : value).slice(0, 6000)}`
    })
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

const bodyOf = (
  operation: DocumentedOperation,
  client: TenantClient,
  random: RandomSource,
  category: RequestCategory,
): { body: Sent['body']; mediaType: string | undefined } => {
  if (operation.bodies.length === 0) {
    return category === 'hostile' && random.chance(0.2)
      ? { body: random.pick(hostileBodies), mediaType: 'application/json' }
      : { body: undefined, mediaType: undefined }
  }
  const { mediaType, schema, examples } = random.pick(operation.bodies)
  if (category === 'hostile' && random.chance(0.6)) return { body: random.pick(hostileBodies), mediaType }
  if (!/json/.test(mediaType)) return { body: `${client.mark};${random.integer(1e6)}\r\n`, mediaType }
  const context = client.context(random)
  const value =
    examples.length > 0 && random.chance(0.4)
      ? withKnownIds(random.pick(examples), client, random)
      : validValue(schema, '', context)
  const mutated = category === 'valid' ? value : mutate(value, random)
  return { body: JSON.stringify(mutated) ?? 'null', mediaType }
}

/** Replaces the ids of an example with ids of this tenant. */
const withKnownIds = (value: unknown, client: TenantClient, random: RandomSource, name = ''): unknown => {
  if (Array.isArray(value)) return value.map((inner) => withKnownIds(inner, client, random, name))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, withKnownIds(inner, client, random, key)]),
    )
  }
  return typeof value === 'string' && /Ids?$/.test(name) ? (client.idFor(name, random) ?? value) : value
}

const headersOf = (
  operation: DocumentedOperation,
  random: RandomSource,
  category: RequestCategory,
): Record<string, string> => {
  const headers: Record<string, string> = {}
  if (operation.method === 'POST' && random.chance(0.3))
    headers['Idempotency-Key'] = `k${random.integer(5000)}`
  if (operation.parameters.some(({ name }) => name === 'If-Match') && random.chance(0.7)) {
    headers['If-Match'] = `"${random.integer(4)}"`
  }
  if (category !== 'hostile') return headers
  if (random.chance(0.1)) headers['Idempotency-Key'] = random.pick(['x'.repeat(300), ' ', 'é', '"'])
  if (random.chance(0.1)) headers['X-Request-Id'] = random.pick(['x'.repeat(500), '<b>', '../..'])
  if (random.chance(0.05)) headers['If-Match'] = random.pick(['*', '""', 'W/"1"', '-1', 'x'.repeat(2000)])
  if (random.chance(0.05)) headers['X-Organisation-Id'] = random.pick(['org_1', '', 'x'.repeat(2000)])
  if (random.chance(0.05)) headers['X-HTTP-Method-Override'] = 'DELETE'
  if (random.chance(0.05)) headers.Accept = 'text/html'
  return headers
}

const unexpectedMediaTypes = [
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'x',
  'multipart/form-data',
]

/** Returns usually the API key; for operations of the portal usually the owner's or an operator's session. */
const credentialsFor = (
  operation: DocumentedOperation,
  client: TenantClient,
  random: RandomSource,
): Record<string, string> => {
  const [key, owner, operator] = client.tenant.credentials
  const usual = operation.portalOnly || operation.permission === 'platform.admin' ? 0.1 : 0.75
  if (random.chance(usual)) return key!
  return random.chance(operation.permission === 'platform.admin' ? 0.2 : 0.6) ? owner! : operator!
}

export const makeRequest = (
  operation: DocumentedOperation,
  client: TenantClient,
  random: RandomSource,
  category: RequestCategory,
): GeneratedRequest => {
  const query = operation.parameters.filter((parameter) => parameter.in === 'query')
  const { body, mediaType } = bodyOf(operation, client, random, category)
  const headers = headersOf(operation, random, category)
  if (mediaType !== undefined) {
    headers['Content-Type'] =
      category === 'hostile' && random.chance(0.1) ? random.pick(unexpectedMediaTypes) : mediaType
  }
  Object.assign(headers, credentialsFor(operation, client, random))
  if (category === 'hostile' && random.chance(0.03)) {
    headers.Authorization = random.pick(['Bearer', 'Bearer x', 'Basic YTpi', `Bearer ${'x'.repeat(5000)}`])
  }
  const method =
    category === 'hostile' && random.chance(0.03)
      ? random.pick(['PUT', 'DELETE', 'PATCH', 'POST'])
      : operation.method
  const path = pathOf(operation, client, random, category) + queryOf(query, client, random, category)
  return { sent: { method, path, headers, body }, operation, category }
}
