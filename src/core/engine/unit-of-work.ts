import type { WritableRows } from '../ports/store.ts'
import type { RecordedChange } from './audit/recorded.ts'
import { appendEvents, type ExpectedEvents, readForEvents } from './events/append.ts'
import type { EventSubject, NewEvent } from './events/event.ts'
import type { Hint } from './events/hint.ts'
import { enqueueJobs } from './jobs/enqueue.ts'
import type { NewJob } from './jobs/kinds.ts'
import type { Participant, ParticipantKind, UnitOfWork } from './participant.ts'
import type { Services } from './services.ts'

/** The unit of work of one transaction; a body that is replayed gets a new one. */
export class Work implements UnitOfWork {
  readonly #services: Services
  readonly #participants = new Map<ParticipantKind, Participant>()
  readonly #events: NewEvent[] = []
  readonly #jobs: NewJob[] = []
  readonly hints: Hint[] = []
  readonly recorded: RecordedChange[] = []
  readonly #expected = new Map<string, ExpectedEvents>()
  #deliveriesDue = false

  constructor(services: Services) {
    this.#services = services
  }

  get realTime(): number {
    return this.#services.clock.now()
  }

  get events(): readonly NewEvent[] {
    return this.#events
  }

  of<P extends Participant>(kind: ParticipantKind<P>): P {
    const known = this.#participants.get(kind)
    if (known) return known as P
    if (!this.#services.participants.includes(kind))
      throw new Error('A participant that the composition does not name would never be written.')
    const made = kind.create(this.#services)
    this.#participants.set(kind, made)
    return made
  }

  async expectEvents(
    rows: WritableRows,
    organisationId: string,
    about: readonly EventSubject[],
  ): Promise<void> {
    this.#expected.set(organisationId, await readForEvents(this.#services, rows, organisationId, about))
  }

  noteDelivery(): void {
    this.#deliveriesDue = true
  }

  emit(event: NewEvent): void {
    this.#events.push(event)
  }

  enqueue(job: NewJob): void {
    this.#jobs.push(job)
  }

  hint(hint: Hint): void {
    this.hints.push(hint)
  }

  record(change: RecordedChange): void {
    this.recorded.push(change)
  }

  /** The organisations that an event was emitted for. */
  get organisationsOfEvents(): ReadonlySet<string> {
    return new Set(this.#events.map(({ organisationId }) => organisationId))
  }

  /** Writes everything; true where a job or delivery became due. */
  async flush(rows: WritableRows): Promise<boolean> {
    // Flushes every kind, used or not: one participant may write something that follows from another.
    for (const kind of this.#services.participants) await this.of(kind).flush(rows, this)
    const deliveries = await appendEvents(this.#services, rows, this.#events, this.#expected)
    await enqueueJobs(this.#services, rows, this.#jobs)
    return this.#deliveriesDue || deliveries > 0 || this.#jobs.length > 0
  }
}
