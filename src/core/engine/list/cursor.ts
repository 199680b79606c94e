import { toBase64 } from '../../kernel/bytes.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { ConditionOn, Scalar, SortKey } from '../../kernel/query.ts'
import type { Crypto } from '../../ports/crypto.ts'
import { limits } from './fields.ts'

/** What a cursor is bound to besides sort and filters: it is of no use anywhere else. */
export interface ListBinding {
  crypto: Crypto
  operation: string
  organisationId: string
  mode: Mode
  /** Path parameters. */
  fixed: Readonly<Record<string, string>>
}

/** What was asked: a cursor is of no use with another sort or other filters. */
interface Asked {
  // biome-ignore lint/suspicious/noExplicitAny: of any table
  where: readonly ConditionOn<any>[]
  sort: readonly SortKey[]
}

/** Where a page ended: its last row's sort values and id. */
export interface Position {
  values: readonly Scalar[]
  id: string
}

/** Goes up whenever a cursor of before would be read wrongly. */
const version = 'c1'

/**
 * The opaque text of a position, `c1.<position>.<mac>` (decision 40). What it is bound to is not in it, only
 * under its HMAC: a cursor of another list, organisation, mode, sort or filter does not verify.
 */
export const writeCursor = (binding: ListBinding, query: Asked, position: Position): string => {
  const payload = toBase64Url(new TextEncoder().encode(JSON.stringify([position.values, position.id])))
  return `${version}.${payload}.${toBase64Url(macOf(binding, query, payload))}`
}

/** Whether a text could be a cursor at all. */
export const hasCursorShape = (text: string): boolean =>
  text.length <= limits.cursorLength && /^c1\.[\w-]+\.[\w-]{43}$/.test(text)

/** The position, or undefined when the cursor is not one that this list made for this sort and these filters. */
export const readCursor = (binding: ListBinding, query: Asked, cursor: string): Position | undefined => {
  if (!hasCursorShape(cursor)) return undefined
  const [, payload, mac] = cursor.split('.') as [string, string, string]
  const expected = new TextEncoder().encode(toBase64Url(macOf(binding, query, payload)))
  if (!binding.crypto.equal(expected, new TextEncoder().encode(mac))) return undefined
  const [values, id] = JSON.parse(new TextDecoder().decode(fromBase64Url(payload))) as [Scalar[], string]
  return { values, id }
}

const macOf = (binding: ListBinding, query: Asked, payload: string): Uint8Array => {
  const bound = JSON.stringify([
    version,
    binding.operation,
    binding.organisationId,
    binding.mode,
    Object.entries(binding.fixed).sort(byText),
    query.sort.map((key) => [key.field, key.descending]),
    // The same filters in another order are the same filters.
    query.where.map((condition) => JSON.stringify([condition.field, condition.op, condition.value])).sort(),
    payload,
  ])
  return binding.crypto.hmacSha256(binding.crypto.derive('cursor'), bound)
}

const byText = ([a]: [string, string], [b]: [string, string]): number => (a < b ? -1 : a > b ? 1 : 0)

const toBase64Url = (bytes: Uint8Array): string => {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

const fromBase64Url = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  )
