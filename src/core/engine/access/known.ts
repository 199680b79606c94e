import { toHex } from '../../kernel/bytes.ts'
import type { Problem } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { ApiKeyRow } from '../../model/api-keys.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import type { MemberRow, SessionRow, UserRow } from '../../model/people.ts'
import type { Crypto } from '../../ports/crypto.ts'
import type { Caller } from '../caller.ts'

/** What a credential gives access to: one organisation in one mode. */
export interface Authenticated {
  caller: Caller
  /** Absent for a user who did not name one. */
  organisation: OrganisationRow | undefined
  mode: Mode
  sessionId?: string
  /** An operator who does not belong to the organisation: what only allows to read changes nothing in it. */
  isVisitor?: boolean
  /** Why there is no organisation or mode: thrown once the call is counted, where the operation needs one. */
  refusal?: Problem
  /** Thrown by every operation except those that set up the missing second factor (`withoutSecondFactor`). */
  confined?: Problem
}

/** A key with the organisation that it belongs to. */
export interface KnownKey {
  row: ApiKeyRow
  organisation: OrganisationRow
  /** What the key may do now (`scopesNow`). */
  scopes: readonly string[]
}

/** The form in which a key is stored: its SHA-256 in hex. */
export const hashOfKey = (services: { crypto: Crypto }, key: string): string =>
  toHex(services.crypto.sha256(key))

/** A session with its user and the organisation that the request is about. */
export interface KnownSession {
  session: SessionRow
  user: UserRow
  members: readonly MemberRow[]
  organisation: OrganisationRow | undefined
  permissions: readonly string[]
  /** Why there is no organisation. */
  missing: 'none' | 'several' | 'foreign' | undefined
}
