import { toBase64 } from '../../kernel/bytes.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { ConditionOn, Scalar, SortKey } from '../../kernel/query.ts'
import type { Crypto } from '../../ports/crypto.ts'
import { limits } from './fields.ts'

/** What a cursor is bound to, besides sort and filters. */
export interface ListBinding {
  crypto: Crypto
  operation: string
  organisationId: string
  mode: Mode
  /** Path parameters. */
  fixed: Readonly<Record<string, string>>
}

interface CursorQuery {
  // biome-ignore lint/suspicious/noExplicitAny: of any table
  where: readonly ConditionOn<any>[]
  sort: readonly SortKey[]
}

/** Sort values and id of the last row of a page. */
export interface Position {
  values: readonly Scalar[]
  id: string
}

/** Raise it when older cursors would be misread. */
const version = 'c1'

/** `c1.<position>.<mac>`. The HMAC covers list, organisation, mode, sort and filters. */
export const writeCursor = (binding: ListBinding, query: CursorQuery, position: Position): string => {
  const payload = toBase64Url(new TextEncoder().encode(JSON.stringify([position.values, position.id])))
  return `${version}.${payload}.${toBase64Url(macOf(binding, query, payload))}`
}

export const hasCursorShape = (text: string): boolean =>
  text.length <= limits.cursorLength && /^c1\.[\w-]+\.[\w-]{43}$/.test(text)

/** Undefined unless the cursor was issued for this list, sort and filters. */
export const readCursor = (
  binding: ListBinding,
  query: CursorQuery,
  cursor: string,
): Position | undefined => {
  if (!hasCursorShape(cursor)) return undefined
  const [, payload, mac] = cursor.split('.') as [string, string, string]
  const expected = new TextEncoder().encode(toBase64Url(macOf(binding, query, payload)))
  if (!binding.crypto.equal(expected, new TextEncoder().encode(mac))) return undefined
  const [values, id] = JSON.parse(new TextDecoder().decode(fromBase64Url(payload))) as [Scalar[], string]
  return { values, id }
}

const macOf = (binding: ListBinding, query: CursorQuery, payload: string): Uint8Array => {
  const bound = JSON.stringify([
    version,
    binding.operation,
    binding.organisationId,
    binding.mode,
    Object.entries(binding.fixed).sort(byText),
    query.sort.map((key) => [key.field, key.descending]),
    // The order of filters does not matter.
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
