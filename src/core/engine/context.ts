import type { OrganisationRow } from '../model/organisations.ts'
import type { Rows, WritableRows } from '../ports/store.ts'
import type { UnitOfWork } from './participant.ts'
import type { Caller, Client, ModeScope, SessionChange } from './scope.ts'
import type { Services } from './services.ts'

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
  work: UnitOfWork
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
  work: UnitOfWork
}
