import { type AnalyticsDayRow, statusCounter } from './analytics/store.ts'
import { Books } from './billing/books.ts'
import { appendEvents, type NewEvent } from './events/append.ts'
import type { ItemStatus } from './items/lifecycle.ts'
import type { ItemRow } from './items/store.ts'
import { enqueueJobs, type NewJob } from './jobs/enqueue.ts'
import type { Mode, WritableRows } from './ports/store.ts'
import type { Services } from './services.ts'

/** The counters that belong to the day on which something happened. */
export type DayCounter = 'created' | 'sent' | 'cancelled' | 'failed' | 'scans' | 'spendCents'

type AnalyticsCounter = DayCounter | (typeof statusCounter)[ItemStatus]
/** Whose rollups an event of an item counts in. */
export type Counted = Pick<ItemRow, 'organisationId' | 'mode' | 'postflowId' | 'postbatchId'>

/**
 * What a transaction has to tell the world, gathered while its rules run and written at its end with few
 * statements: events with their deliveries, rollups, money and jobs. It is made anew whenever a body runs again.
 */
export class Work {
  readonly #services: Services
  /** Money that moves in this transaction; rules use `billing/ledger.ts`. */
  readonly books: Books
  readonly #events: NewEvent[] = []
  readonly #jobs: NewJob[] = []
  readonly #rollups = new Map<
    string,
    { row: AnalyticsDayRow; deltas: Partial<Record<AnalyticsCounter, number>> }
  >()
  #deliveriesDue = false

  constructor(services: Services) {
    this.#services = services
    this.books = new Books(services)
  }

  /** Says that the transaction itself made a delivery due, so that somebody is woken for it. */
  noteDelivery(): void {
    this.#deliveriesDue = true
  }

  emit(event: NewEvent): void {
    this.#events.push(event)
  }

  enqueue(job: NewJob): void {
    this.#jobs.push(job)
  }

  /** Counts in the organisation's, the Postflow's and the Postbatch's row of that day. */
  count(subject: Counted, day: string, deltas: Partial<Record<AnalyticsCounter, number>>): void {
    this.#add(subject, 'organisation', subject.organisationId, day, deltas)
    this.#add(subject, 'postflow', subject.postflowId, day, deltas)
    if (subject.postbatchId !== null) this.#add(subject, 'postbatch', subject.postbatchId, day, deltas)
  }

  /** Moves an item from one present status to another among those created on its day. */
  countMove(item: Counted & Pick<ItemRow, 'createdDay'>, from: ItemStatus | undefined, to: ItemStatus): void {
    if (from === to) return
    this.count(item, item.createdDay, {
      ...(from ? { [statusCounter[from]]: -1 } : {}),
      [statusCounter[to]]: 1,
    })
  }

  #add(
    scope: { organisationId: string; mode: Mode },
    grain: AnalyticsDayRow['grain'],
    subjectId: string,
    day: string,
    deltas: Partial<Record<AnalyticsCounter, number>>,
  ): void {
    const id = `${scope.organisationId}|${scope.mode}|${grain}|${subjectId}|${day}`
    let entry = this.#rollups.get(id)
    if (!entry) {
      entry = { row: emptyDay(id, scope.organisationId, scope.mode, grain, subjectId, day), deltas: {} }
      this.#rollups.set(id, entry)
    }
    for (const [counter, delta] of Object.entries(deltas) as [AnalyticsCounter, number][]) {
      entry.deltas[counter] = (entry.deltas[counter] ?? 0) + delta
    }
  }

  /** Writes everything; true when somebody should be woken for it. */
  async flush(rows: WritableRows): Promise<boolean> {
    for (const { row, deltas } of this.#rollups.values()) {
      const changed = Object.fromEntries(Object.entries(deltas).filter(([, delta]) => delta !== 0))
      if (Object.keys(changed).length > 0) await rows.analyticsDays.add(row, changed)
    }
    await this.books.flush(
      rows,
      (event) => this.emit(event),
      (job) => this.enqueue(job),
    )
    const deliveries = await appendEvents(this.#services, rows, this.#events)
    await enqueueJobs(this.#services, rows, this.#jobs)
    return this.#deliveriesDue || deliveries > 0 || this.#jobs.length > 0
  }
}

const emptyDay = (
  id: string,
  organisationId: string,
  mode: Mode,
  grain: AnalyticsDayRow['grain'],
  subjectId: string,
  day: string,
): AnalyticsDayRow => ({
  id,
  organisationId,
  mode,
  grain,
  subjectId,
  day,
  created: 0,
  sent: 0,
  cancelled: 0,
  failed: 0,
  scans: 0,
  spendCents: 0,
  nowCreated: 0,
  nowNeedsAttention: 0,
  nowSuppressed: 0,
  nowPendingApproval: 0,
  nowHeld: 0,
  nowReady: 0,
  nowScheduled: 0,
  nowInProduction: 0,
  nowHandedToCarrier: 0,
  nowCompleted: 0,
  nowReturned: 0,
  nowNotSent: 0,
  nowFailed: 0,
  nowCancelled: 0,
})
