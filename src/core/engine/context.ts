import type { OrganisationRow } from '../model/organisations.ts'
import type { Rows, WritableRows } from '../ports/store.ts'
import type { Caller, Client, ModeScope, SessionChange } from './caller.ts'
import type { Services } from './services.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** What a call is made with, whatever it does. */
export interface CallContext {
  services: Services
  caller: Caller
  client: Client
  /** The calling session; undefined for a key and for the public. */
  sessionId: string | undefined
  /** Makes the answer begin or end a session, if the call succeeds. */
  changeSession(change: SessionChange): void
  /** The organisation as it was when the call was authenticated. */
  organisation: OrganisationRow
  scope: ModeScope
  /** The scope of rows that both modes share: templates, endpoints, invoices. */
  shared: { organisationId: string }
  /** ms on the clock of the call's mode. */
  now: number
  requestId: string
}

/** The context of an operation that is about no organisation. */
export type NoOrganisation<C> = Omit<C, 'organisation' | 'scope' | 'shared'> & {
  /** The organisation that the session has selected, if any. */
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

/**
 * The context of work outside a transaction, which opens its own with `transact` and `services.store.read`.
 */
export interface ProcessContext extends CallContext {
  transact<T>(body: (transaction: Transaction) => Promise<T>): Promise<T>
}

/** The context of a call without a credential: only its origin is known. */
export interface PublicContext {
  services: Services
  /** The client's address, as far as the surface knows it. */
  clientAddress: string
  client: Client
  /** A header of the request, such as a signature, by its name in lower case. */
  header(name: string): string | undefined
  /** Makes the answer begin or end a session, as signing in does. */
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
