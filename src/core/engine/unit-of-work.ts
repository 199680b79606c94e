import type { WritableRows } from '../ports/store.ts'
import type { Clock } from '../ports/system.ts'
import type { RecordedChange } from './audit/actor.ts'
import type { EventSubject, Hint, NewEvent } from './events/event.ts'
import type { Ids } from './ids.ts'
import type { NewJob } from './jobs/kinds.ts'

/**
 * What a transaction writes besides its rows, gathered while its rules run and written at its end with few
 * statements: events with their deliveries, jobs, and what its participants gather.
 */
export interface UnitOfWork {
  /** ms of real time, in test mode too. */
  readonly realTime: number
  /** The events that were emitted so far. */
  readonly events: readonly NewEvent[]
  emit(event: NewEvent): void
  enqueue(job: NewJob): void
  /** Tells the pages that show it, once the transaction is committed. */
  hint(hint: Hint): void
  /** An entry of the audit log, in the name of whoever called; a job, which nobody calls, makes none. */
  record(change: RecordedChange): void
  /**
   * Reads what the events of an organisation need when they are written, for a body that will emit some about these
   * mailings: beside its own look-ups, because a database may be a millisecond away.
   */
  expectEvents(rows: WritableRows, organisationId: string, about: readonly EventSubject[]): Promise<void>
  /** Notes that the transaction made a webhook delivery due, so that the dispatcher is woken. */
  noteDelivery(): void
  /**
   * The participant of this kind in this transaction, created on first use. Throws where the kind is missing
   * in `Services.participants`, because it would never be flushed.
   */
  of<P extends Participant>(kind: ParticipantKind<P>): P
}

/** What a feature gathers in a transaction: money, counters, proposals. */
export interface Participant {
  /**
   * Writes what was gathered, at the end of the transaction. May emit, enqueue, and use participants that
   * come later.
   */
  flush(rows: WritableRows, work: UnitOfWork): Promise<void>
}

/** Identifies a participant: `work.of(books)` holds the money of this transaction. */
export interface ParticipantKind<P extends Participant = Participant> {
  create(services: { clock: Clock; ids: Ids }): P
}
