import type { Clock } from '../ports/clock.ts'
import type { WritableRows } from '../ports/store.ts'
import type { NewEvent } from './events/event.ts'
import type { Ids } from './ids.ts'
import type { NewJob } from './jobs/kinds.ts'

/**
 * What a transaction has to tell the world, gathered while its rules run and written at its end with few
 * statements: events with their deliveries, jobs, and what its participants gather.
 */
export interface UnitOfWork {
  /** ms of real time, whatever the clock of a mode says. */
  readonly realTime: number
  emit(event: NewEvent): void
  enqueue(job: NewJob): void
  /** Says that the transaction itself made a delivery due, so that somebody is woken for it. */
  noteDelivery(): void
  /**
   * The participant of this kind in this transaction, made when it is first asked for. Throws where the kind is missing in
   * `Services.participants`: what it gathered would never be written.
   */
  of<P extends Participant>(kind: ParticipantKind<P>): P
}

/** What a feature gathers in a transaction: money, counters, proposals. */
export interface Participant {
  /** Writes it, in the same transaction, once its rules have run. May emit and enqueue, and tell participants that come later. */
  flush(rows: WritableRows, work: UnitOfWork): Promise<void>
}

/** Names a participant: `work.of(books)` is the money of this transaction. */
export interface ParticipantKind<P extends Participant = Participant> {
  create(services: { clock: Clock; ids: Ids }): P
}
