import type { OrganisationRow } from '../model/organisations.ts'
import type { Rows, WritableRows } from '../ports/store.ts'
import type { Caller, Client, ModeScope, SessionChange } from './caller.ts'
import type { Services } from './services.ts'
import type { UnitOfWork } from './unit-of-work.ts'

export interface CallContext {
  services: Services
  caller: Caller
  client: Client
  /** Undefined for keys and public calls. */
  sessionId: string | undefined
  /** Starts or ends a session with the response, if the call succeeds. */
  changeSession(change: SessionChange): void
  /** The organisation's row as it was at authentication. */
  organisation: OrganisationRow
  scope: ModeScope
  /** Scope of rows shared by both modes, such as templates, endpoints and invoices. */
  shared: { organisationId: string }
  /** In ms on the clock of the call's mode. */
  now: number
  requestId: string
}

/** Context of an operation that belongs to no organisation. */
export type NoOrganisation<C> = Omit<C, 'organisation' | 'scope' | 'shared'> & {
  /** The organisation that the session selected, if any. */
  organisation: OrganisationRow | undefined
}

export interface ReadContext extends CallContext {
  rows: Rows
}

export interface WriteContext extends CallContext {
  rows: WritableRows
  /** Collects events, jobs and counts, which are written at the end of the transaction. */
  work: UnitOfWork
}

/** Context of an operation that opens its own transactions (`transact`, `services.store.read`). */
export interface ProcessContext extends CallContext {
  transact<T>(callback: (transaction: Transaction) => Promise<T>): Promise<T>
}

/** Context of a call without a credential. */
export interface PublicContext {
  services: Services
  /** Network address of the client, as the transport reports it. */
  clientAddress: string
  client: Client
  /** `name` is in lower case. */
  header(name: string): string | undefined
  /** Starts or ends a session with the response. */
  changeSession(change: SessionChange): void
  /** In ms of real time. */
  now: number
  requestId: string
  transact<T>(callback: (transaction: Transaction) => Promise<T>): Promise<T>
}

export interface Transaction {
  rows: WritableRows
  work: UnitOfWork
}
