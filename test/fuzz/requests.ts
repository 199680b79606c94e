import type { Sent } from './client.ts'
import type { DocumentedOperation, Parameter } from './document.ts'
import { validValue } from './generate.ts'
import { hostileBodies, hostileQueries, hostileSegments, hostileValues, spoil } from './hostile.ts'
import type { Dice } from './random.ts'
import type { Asker } from './tenant.ts'

/** How far a request is from what the document asks for. */
export type Temper = 'valid' | 'nearly' | 'hostile'

export interface Made {
  sent: Sent
  operation: DocumentedOperation
  temper: Temper
}

const encode = (value: unknown): string => encodeURIComponent(String(value).toWellFormed())

/** The last literal part of the path before a parameter: what its ids are known by. */
const segmentBefore = (path: string, name: string): string =>
  path
    .slice(0, path.indexOf(`{${name}}`))
    .split('/')
    .filter(Boolean)
    .at(-1) ?? ''

const pathOf = (operation: DocumentedOperation, asker: Asker, dice: Dice, temper: Temper): string =>
  operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (temper === 'hostile' && dice.chance(0.5)) return dice.pick(hostileSegments)
    const { schema } = operation.parameters.find((parameter) => parameter.name === name)!
    const known = asker.idFor(name === 'key' ? 'key' : segmentBefore(operation.path, name), dice)
    if (known !== undefined && (temper === 'valid' || dice.chance(0.7))) return encode(known)
    // Not every proxy decodes an escaped percent sign just once.
    const made = String(validValue(schema, name, asker.around(dice))).replaceAll('%', '')
    return encode(made || 'x')
  })

const queryOf = (parameters: Parameter[], asker: Asker, dice: Dice, temper: Temper): string => {
  if (temper === 'hostile' && dice.chance(0.5)) return `?${dice.pick(hostileQueries)}`
  const parts = parameters
    .filter(
      (parameter) =>
        parameter.name !== 'cursor' && (parameter.required || dice.chance(1.5 / parameters.length)),
    )
    .map(({ name, schema }) => {
      const value =
        temper !== 'valid' && dice.chance(0.3)
          ? dice.pick(hostileValues)
          : validValue(schema, /filter\[(\w+)\]/.exec(name)?.[1] ?? name, asker.around(dice))
      return `${dice.chance(0.5) ? encode(name) : name}=${encode(typeof value === 'object' ? JSON.stringify(value) : value).slice(0, 6000)}`
    })
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

const bodyOf = (
  operation: DocumentedOperation,
  asker: Asker,
  dice: Dice,
  temper: Temper,
): { body: Sent['body']; mediaType: string | undefined } => {
  if (operation.bodies.length === 0) {
    return temper === 'hostile' && dice.chance(0.2)
      ? { body: dice.pick(hostileBodies), mediaType: 'application/json' }
      : { body: undefined, mediaType: undefined }
  }
  const { mediaType, schema, examples } = dice.pick(operation.bodies)
  if (temper === 'hostile' && dice.chance(0.6)) return { body: dice.pick(hostileBodies), mediaType }
  if (!/json/.test(mediaType)) return { body: `${asker.mark};${dice.integer(1e6)}\r\n`, mediaType }
  const around = asker.around(dice)
  const value =
    examples.length > 0 && dice.chance(0.4)
      ? withKnownIds(dice.pick(examples), asker, dice)
      : validValue(schema, '', around)
  const spoiled = temper === 'valid' ? value : spoil(value, dice)
  return { body: JSON.stringify(spoiled) ?? 'null', mediaType }
}

/** An example with this tenant's own ids in the place of the document's. */
const withKnownIds = (value: unknown, asker: Asker, dice: Dice, name = ''): unknown => {
  if (Array.isArray(value)) return value.map((inner) => withKnownIds(inner, asker, dice, name))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, withKnownIds(inner, asker, dice, key)]),
    )
  }
  return typeof value === 'string' && /Ids?$/.test(name) ? (asker.idFor(name, dice) ?? value) : value
}

const headersOf = (operation: DocumentedOperation, dice: Dice, temper: Temper): Record<string, string> => {
  const headers: Record<string, string> = {}
  if (operation.method === 'POST' && dice.chance(0.3)) headers['Idempotency-Key'] = `k${dice.integer(5000)}`
  if (operation.parameters.some(({ name }) => name === 'If-Match') && dice.chance(0.7)) {
    headers['If-Match'] = `"${dice.integer(4)}"`
  }
  if (temper !== 'hostile') return headers
  if (dice.chance(0.1)) headers['Idempotency-Key'] = dice.pick(['x'.repeat(300), ' ', 'é', '"'])
  if (dice.chance(0.1)) headers['X-Request-Id'] = dice.pick(['x'.repeat(500), '<b>', '../..'])
  if (dice.chance(0.05)) headers['If-Match'] = dice.pick(['*', '""', 'W/"1"', '-1', 'x'.repeat(2000)])
  if (dice.chance(0.05)) headers['X-Organisation-Id'] = dice.pick(['org_1', '', 'x'.repeat(2000)])
  if (dice.chance(0.05)) headers['X-HTTP-Method-Override'] = 'DELETE'
  if (dice.chance(0.05)) headers.Accept = 'text/html'
  return headers
}

const strangeTypes = [
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'x',
  'multipart/form-data',
]

/** Mostly the key; what people alone may do is asked as the owner or an operator. */
const credentialsFor = (operation: DocumentedOperation, asker: Asker, dice: Dice): Record<string, string> => {
  const [key, owner, operator] = asker.tenant.credentials
  const usual = operation.portalOnly || operation.permission === 'platform.admin' ? 0.1 : 0.75
  if (dice.chance(usual)) return key!
  return dice.chance(operation.permission === 'platform.admin' ? 0.2 : 0.6) ? owner! : operator!
}

/** One request of an operation, as good or as bad as its temper says. */
export const makeRequest = (
  operation: DocumentedOperation,
  asker: Asker,
  dice: Dice,
  temper: Temper,
): Made => {
  const query = operation.parameters.filter((parameter) => parameter.in === 'query')
  const { body, mediaType } = bodyOf(operation, asker, dice, temper)
  const headers = headersOf(operation, dice, temper)
  if (mediaType !== undefined) {
    headers['Content-Type'] = temper === 'hostile' && dice.chance(0.1) ? dice.pick(strangeTypes) : mediaType
  }
  Object.assign(headers, credentialsFor(operation, asker, dice))
  if (temper === 'hostile' && dice.chance(0.03)) {
    headers.Authorization = dice.pick(['Bearer', 'Bearer x', 'Basic YTpi', `Bearer ${'x'.repeat(5000)}`])
  }
  const method =
    temper === 'hostile' && dice.chance(0.03)
      ? dice.pick(['PUT', 'DELETE', 'PATCH', 'POST'])
      : operation.method
  const path = pathOf(operation, asker, dice, temper) + queryOf(query, asker, dice, temper)
  return { sent: { method, path, headers, body }, operation, temper }
}
