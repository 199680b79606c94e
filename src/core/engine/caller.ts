import { toHex } from '../kernel/bytes.ts'
import type { Problem } from '../kernel/errors.ts'
import type { Mode } from '../kernel/mode.ts'
import type { ApiKeyRow } from '../model/api-keys.ts'
import type { OrganisationRow } from '../model/organisations.ts'
import type { MemberRow, SessionRow, UserRow } from '../model/people.ts'
import type { Crypto } from '../ports/crypto.ts'

export interface Caller {
  kind: 'key' | 'user' | 'operator' | 'connector'
  /** Id of the key or user; `operator` for the command line. */
  id: string
  /** The key's name, or the user's email address. */
  name: string
  scopes: readonly string[]
  /** The first key in the rotation line, so that a rotated key can repeat its predecessor's requests. */
  lineId?: string
}

/** Returns the id of a user, or of the first key of a rotation line. */
export const makerIdOf = ({ id, lineId }: Caller): string => lineId ?? id

/** Row scope of a call. */
export interface ModeScope {
  organisationId: string
  mode: Mode
}

/** The program or browser that sent a request. */
export interface Client {
  /** Network address; empty in-process. */
  address: string
  userAgent: string
  /** Session token from the cookie, unverified. */
  sessionToken?: string | undefined
  /** Identifies a browser that a user signed in with before (people/accounts/sign-in-attempts.ts). */
  deviceToken?: string | undefined
  /**
   * `own` if the portal is proven to have sent the request, `cross-site` if the browser reports another site,
   * `unproven` if there is only the cookie (docs/design/users.md).
   */
  origin: 'own' | 'cross-site' | 'unproven'
}

/** The client of an in-process call. */
export const noClient: Client = { address: '', userAgent: '', origin: 'unproven' }

/** A start or end of a session, which the HTTP server turns into cookies. */
export interface SessionChange {
  /** Null ends the session. */
  sessionToken: string | null
  maxAgeSeconds: number
  deviceToken?: string | undefined
}

/** The access that a credential gives: one organisation in one mode. */
export interface Authenticated {
  caller: Caller
  /** Undefined for a user who selected none. */
  organisation: OrganisationRow | undefined
  mode: Mode
  sessionId?: string
  /** The caller is an operator, not a member: read permissions then allow no writes. */
  isVisitor?: boolean
  /** Why organisation or mode is missing. Thrown after rate limiting, by operations that need one. */
  refusal?: Problem
  /** Thrown by every operation except those that set up the missing second factor (`withoutSecondFactor`). */
  confined?: Problem
}

export interface KnownKey {
  row: ApiKeyRow
  organisation: OrganisationRow
  scopes: readonly string[]
}

/** Returns the SHA-256 of a key or token in hex, as it is stored. */
export const hashOfKey = (services: { crypto: Crypto }, key: string): string =>
  toHex(services.crypto.sha256(key))

/** A session with its user, and the organisation and permissions of the request. */
export interface KnownSession {
  session: SessionRow
  user: UserRow
  members: readonly MemberRow[]
  organisation: OrganisationRow | undefined
  permissions: readonly string[]
  /** Why the organisation is undefined. */
  missing: 'none' | 'several' | 'foreign' | undefined
}
