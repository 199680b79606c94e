import type { Mode } from './mode.ts'
import type { OrganisationRow } from './organisations/store.ts'
import type { Rows, WritableRows } from './ports/store.ts'
import type { Services } from './services.ts'
import type { Work } from './work.ts'

/** Who calls, as the pipeline found out. */
export interface Caller {
  kind: 'key' | 'user' | 'operator' | 'connector'
  /** Id of the key or the user, `operator` for the command line. */
  id: string
  /** How people know it: a key's name, a user's e-mail address. */
  name: string
  scopes: readonly string[]
  /** Of a key: the first one of its rotations. What one of them was answered, the next may repeat. */
  lineId?: string
}

/** The rows that a call may see: always one organisation in one mode. */
export interface ModeScope {
  organisationId: string
  mode: Mode
}

/** What a request tells of the program or browser that sent it. */
export interface Client {
  /** Its network address; empty in-process. */
  address: string
  userAgent: string
  /** The portal session that its cookie names, valid or not. */
  sessionToken?: string | undefined
  /** A browser that somebody has signed in with before, see `people/guessing.ts`. */
  deviceToken?: string | undefined
  /**
   * What speaks for a page of ours having sent it: `cross-site` where the browser says that another site did, `unproven`
   * where nothing but a cookie vouches for it (decision 60).
   */
  origin: 'own' | 'cross-site' | 'unproven'
}

/** A program in this process. */
export const noClient: Client = { address: '', userAgent: '', origin: 'unproven' }

/** A session that an answer begins or ends: at the edge it becomes cookies. */
export interface SessionChange {
  /** null ends it. */
  sessionToken: string | null
  maxAgeSeconds: number
  deviceToken?: string | undefined
}

interface CallContext {
  services: Services
  caller: Caller
  client: Client
  /** The session that calls; undefined of a key and of the public. */
  sessionId: string | undefined
  /** Says that the answer begins or ends a session; counts only where the call succeeds. */
  changeSession(change: SessionChange): void
  /** As it was when the call was authenticated. */
  organisation: OrganisationRow
  scope: ModeScope
  /** Scope of what both modes share: templates, endpoints, invoices. */
  shared: { organisationId: string }
  /** ms on the clock of the call's mode. */
  now: number
  requestId: string
}

/** The context of an operation that is about no organisation. */
export type NoOrganisation<C> = Omit<C, 'organisation' | 'scope' | 'shared'> & {
  /** The one that the session looks at, if any. */
  organisation: OrganisationRow | undefined
}

export interface ReadContext extends CallContext {
  rows: Rows
}

export interface WriteContext extends CallContext {
  rows: WritableRows
  /** Events, counters and jobs that are written at the end of this transaction. */
  work: Work
}

/** Outside a transaction: opens its own with `transact` and `services.store.read`. */
export interface ProcessContext extends CallContext {
  transact<T>(body: (transaction: Transaction) => Promise<T>): Promise<T>
}

/** Of a call without a key: nothing is known but where it came from. */
export interface PublicContext {
  services: Services
  /** The client's address, as far as the surface knows it. */
  clientAddress: string
  client: Client
  /** A header of the request, by its name in lower case: signatures stand there. */
  header(name: string): string | undefined
  /** As for other calls: signing in begins a session. */
  changeSession(change: SessionChange): void
  /** ms in real time. */
  now: number
  requestId: string
  transact<T>(body: (transaction: Transaction) => Promise<T>): Promise<T>
}

export interface Transaction {
  rows: WritableRows
  work: Work
}
