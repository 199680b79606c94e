import { toHex } from '../kernel/bytes.ts'
import type { Problem } from '../kernel/errors.ts'
import type { Mode } from '../kernel/mode.ts'
import type { ApiKeyRow } from '../model/api-keys.ts'
import type { OrganisationRow } from '../model/organisations.ts'
import type { MemberRow, SessionRow, UserRow } from '../model/people.ts'
import type { Crypto } from '../ports/crypto.ts'

/** The authenticated caller. */
export interface Caller {
  kind: 'key' | 'user' | 'operator' | 'connector'
  /** The id of the key or the user; `operator` for the command line. */
  id: string
  /** A key's name, or a user's e-mail address. */
  name: string
  scopes: readonly string[]
  /**
   * For a key, the id of the first key of its rotations: a rotated key may repeat its predecessor's requests.
   */
  lineId?: string
}

/** Who made something, as it is stored: a user, or a key. A rotated key is the same maker as the keys before it. */
export const makerIdOf = ({ id, lineId }: Caller): string => lineId ?? id

/** The scope of the rows that a call may see: one organisation in one mode. */
export interface ModeScope {
  organisationId: string
  mode: Mode
}

/** The program or browser that sent a request. */
export interface Client {
  /** The network address; empty in-process. */
  address: string
  userAgent: string
  /** The portal session from the cookie, not yet verified. */
  sessionToken?: string | undefined
  /** Identifies a browser in which a user has signed in before; see `features/people/accounts/sign-in-attempts.ts`. */
  deviceToken?: string | undefined
  /**
   * Whether a page of ours sent the request: `own` where that is proven, `cross-site` where the browser says
   * that another site did, `unproven` where there is no evidence but the cookie (docs/design/users.md).
   */
  origin: 'own' | 'cross-site' | 'unproven'
}

/** The client of an in-process call. */
export const noClient: Client = { address: '', userAgent: '', origin: 'unproven' }

/** A session that an answer begins or ends; the HTTP server turns it into cookies. */
export interface SessionChange {
  /** Null ends the session. */
  sessionToken: string | null
  maxAgeSeconds: number
  deviceToken?: string | undefined
}

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
