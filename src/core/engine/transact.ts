import { everyone, type WritableRows, type WriteOptions } from '../ports/store.ts'
import type { RecordedChange } from './audit/actor.ts'
import { type Actor, auditedRows, Changes } from './audit/changes.ts'
import type { Transaction } from './context.ts'
import { appendEvents, type ExpectedEvents, readForEvents } from './events/append.ts'
import type { EventSubject, Hint, NewEvent } from './events/event.ts'
import { enqueueJobs } from './jobs/enqueue.ts'
import type { NewJob } from './jobs/kinds.ts'
import type { Services } from './services.ts'
import type { TransactionHook, TransactionHookKind, UnitOfWork } from './unit-of-work.ts'

/** The unit of work of one attempt: a retried transaction gets a new one. */
class Work implements UnitOfWork {
  readonly #services: Services
  readonly #hooks = new Map<TransactionHookKind, TransactionHook>()
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

  of<P extends TransactionHook>(kind: TransactionHookKind<P>): P {
    const known = this.#hooks.get(kind)
    if (known) return known as P
    if (!this.#services.transactionHooks.includes(kind))
      throw new Error(
        'A transaction hook that Services.transactionHooks does not list would never be flushed.',
      )
    const made = kind.create(this.#services)
    this.#hooks.set(kind, made)
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

  get organisationsOfEvents(): ReadonlySet<string> {
    return new Set(this.#events.map(({ organisationId }) => organisationId))
  }

  /** Returns whether a job or delivery became due. */
  async flush(rows: WritableRows): Promise<boolean> {
    // Flushes every hook, used or not: an earlier hook's flush may use a later hook.
    for (const kind of this.#services.transactionHooks) await this.of(kind).flush(rows, this)
    const deliveries = await appendEvents(this.#services, rows, this.#events, this.#expected)
    await enqueueJobs(this.#services, rows, this.#jobs)
    return this.#deliveriesDue || deliveries > 0 || this.#jobs.length > 0
  }
}

/**
 * Runs the callback and writes everything that its work collected, in one commit. Then wakes the ticker if a
 * job or delivery became due, and notifies live streams. With an `actor`, changes to audited tables are
 * written to the audit log in the same transaction.
 */
export const transact = async <T>(
  services: Services,
  callback: (transaction: Transaction) => Promise<T>,
  actor?: Actor,
  options?: Pick<WriteOptions, 'party' | 'size'>,
): Promise<T> => {
  let due = false
  let eventOrganisations: ReadonlySet<string> | undefined
  let hints: readonly Hint[] = []
  let changed: Changes | undefined
  const result = await services.store.write(async (rows) => {
    const work = new Work(services)
    const changes = actor && new Changes()
    const value = await callback({ rows: changes ? auditedRows(rows, changes) : rows, work })
    due = await work.flush(rows)
    eventOrganisations = work.organisationsOfEvents
    hints = work.hints
    if (changes) {
      const entries = changes.toRows(services, actor, work.recorded)
      if (entries.length > 0) await rows.auditLog.insertMany(entries)
    }
    changed = changes
    return value
  }, options)
  if (actor) changed?.logSecurityEvents(services.log, actor)
  if (due) services.wake()
  if (eventOrganisations && eventOrganisations.size > 0) services.live.noteCommitted(eventOrganisations)
  if (hints.length > 0) services.live.noteHints(hints)
  return result
}

/**
 * Locks organisations, existing or not, in the order that all transactions follow
 * (docs/design/several-servers.md), for callers that would otherwise lock them one by one.
 */
export const takeOrganisations = async (rows: WritableRows, ids: readonly string[]): Promise<void> => {
  for (const id of [...new Set(ids)].sort()) await rows.organisations.get(everyone, id)
}
