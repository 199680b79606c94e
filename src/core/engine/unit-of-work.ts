import type { WritableRows } from '../ports/store.ts'
import type { Clock } from '../ports/system.ts'
import type { RecordedChange } from './audit/actor.ts'
import type { EventSubject, Hint, NewEvent } from './events/event.ts'
import type { Ids } from './ids.ts'
import type { NewJob } from './jobs/kinds.ts'

/**
 * What a transaction writes besides its rows. Collected during the transaction and written at its end with
 * few statements.
 */
export interface UnitOfWork {
  /** In ms of real time, in test mode too. */
  readonly realTime: number
  /** Emitted so far. */
  readonly events: readonly NewEvent[]
  emit(event: NewEvent): void
  enqueue(job: NewJob): void
  /** Tells portal pages that a resource changed, after the commit. */
  hint(hint: Hint): void
  /** Adds an audit log entry for the caller; without effect in jobs, which have none. */
  record(change: RecordedChange): void
  /**
   * Prefetches what events about these subjects need, in parallel with other look-ups: a database may be a
   * millisecond away.
   */
  expectEvents(rows: WritableRows, organisationId: string, about: readonly EventSubject[]): Promise<void>
  /** Wakes the dispatcher after the commit, because a webhook delivery became due. */
  noteDelivery(): void
  /** Creates the hook on first use. Throws if `Services.transactionHooks` lacks the kind. */
  of<P extends TransactionHook>(kind: TransactionHookKind<P>): P
}

/** Collects data of a feature during a transaction, such as money or counts. */
export interface TransactionHook {
  /** Runs at the end of the transaction. May emit, enqueue, and use later hooks. */
  flush(rows: WritableRows, work: UnitOfWork): Promise<void>
}

/** A kind of hook, for `of`: `work.of(books)` collects the money of this transaction. */
export interface TransactionHookKind<P extends TransactionHook = TransactionHook> {
  create(services: { clock: Clock; ids: Ids }): P
}
