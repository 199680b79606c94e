import type { OrganisationRow } from './organisations/store.ts'
import type { Mode, Rows, WritableRows } from './ports/store.ts'
import type { Services } from './services.ts'
import type { Work } from './work.ts'

/** Who calls, as the pipeline found out. */
export interface Caller {
  kind: 'key' | 'operator' | 'public'
  /** Id of the key, `operator`, or the client's address. */
  id: string
  scopes: readonly string[]
}

/** The rows that a call may see: always one organisation in one mode. */
export interface ModeScope {
  organisationId: string
  mode: Mode
}

interface CallContext {
  services: Services
  caller: Caller
  /** As it was when the call was authenticated. */
  organisation: OrganisationRow
  scope: ModeScope
  /** Scope of what both modes share: templates, endpoints, invoices. */
  shared: { organisationId: string }
  /** ms on the clock of the call's mode. */
  now: number
  requestId: string
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
  /** ms in real time. */
  now: number
  requestId: string
  transact<T>(body: (transaction: Transaction) => Promise<T>): Promise<T>
}

export interface Transaction {
  rows: WritableRows
  work: Work
}
