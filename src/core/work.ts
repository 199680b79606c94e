import { type Counted, type Deltas, Rollups } from './analytics/rollups.ts'
import { statusCounter } from './analytics/store.ts'
import { Books } from './billing/books.ts'
import { appendEvents } from './events/append.ts'
import type { NewEvent } from './events/event.ts'
import type { ItemStatus } from './items/lifecycle.ts'
import type { ItemRow } from './items/store.ts'
import { enqueueJobs } from './jobs/enqueue.ts'
import type { NewJob } from './jobs/kinds.ts'
import { everyone, type WritableRows } from './ports/store.ts'
import { advancePostbatch } from './postbatches/progress.ts'
import { PostbatchTotals } from './postbatches/totals.ts'
import type { ErasableRow } from './privacy/store.ts'
import type { Services } from './services.ts'
import { proposeEntry } from './suppressions/propose.ts'

type EndedItem = Pick<ItemRow, 'id' | 'organisationId' | 'mode' | 'runId'>

/**
 * What a transaction has to tell the world, gathered while its rules run and written at its end with few
 * statements: events with their deliveries, rollups, money and jobs. It is made anew whenever a body runs again.
 */
export class Work {
  readonly #services: Services
  /** Money that moves in this transaction; rules use `billing/ledger.ts`. */
  readonly books: Books
  /** What the items of Postbatches add up to; `items/move.ts` counts. */
  readonly postbatchTotals = new PostbatchTotals()
  readonly #events: NewEvent[] = []
  readonly #jobs: NewJob[] = []
  readonly #rollups = new Rollups()
  readonly #returned: { item: ItemRow; now: number }[] = []
  /** Items that joined a run, less those that left it. */
  readonly #inRuns = new Map<string, number>()
  readonly #ended: ErasableRow[] = []
  #deliveriesDue = false

  constructor(services: Services) {
    this.#services = services
    this.books = new Books(services)
  }

  /** ms of real time, whatever the clock of a mode says. */
  get realTime(): number {
    return this.#services.clock.now()
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

  /** Proposes to suppress what an item's address gets, because the item came back. */
  proposeSuppression(item: ItemRow, now: number): void {
    this.#returned.push({ item, now })
  }

  /** Counts in the organisation's, the Postflow's and the Postbatch's row of that day. */
  count(subject: Counted, day: string, deltas: Deltas): void {
    this.#rollups.count(subject, day, deltas)
  }

  /** Counts an item that joins (1) or leaves (-1) a run. */
  countInRun(runId: string, delta: 1 | -1): void {
    this.#inRuns.set(runId, (this.#inRuns.get(runId) ?? 0) + delta)
  }

  /** Keeps in mind, for retention, that an item's life has ended. */
  noteEnded({ id, organisationId, mode, runId }: EndedItem): void {
    const endedAt = this.realTime
    this.#ended.push({ id, organisationId, mode, runId, endedAt, erasureRequestedAt: null, asked: false })
  }

  /** Moves an item from one present status to another among those created on its day. */
  countMove(item: Counted & Pick<ItemRow, 'createdDay'>, from: ItemStatus | undefined, to: ItemStatus): void {
    if (from === to) return
    this.count(item, item.createdDay, {
      ...(from ? { [statusCounter[from]]: -1 } : {}),
      [statusCounter[to]]: 1,
    })
  }

  /** Writes everything; true when somebody should be woken for it. */
  async flush(rows: WritableRows): Promise<boolean> {
    await this.#rollups.flush(rows)
    for (const { item, now } of this.#returned) await proposeEntry(this.#services, rows, item, now)
    for (const [postbatchId, at] of await this.postbatchTotals.flush(rows)) {
      await advancePostbatch({ rows, work: this }, postbatchId, at)
    }
    if (this.#ended.length > 0) await rows.erasables.insertMany(this.#ended)
    for (const [runId, itemCount] of this.#inRuns) {
      if (itemCount !== 0) await rows.runs.addIf(everyone, runId, { itemCount }, { itemCount: 1 })
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
