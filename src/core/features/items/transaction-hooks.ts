import type { TransactionHook, TransactionHookKind } from '../../engine/unit-of-work.ts'
import type { ItemRow, MailingRef } from '../../model/items.ts'
import type { ErasableRow } from '../../model/privacy.ts'
import type { RunRow } from '../../model/runs.ts'
import type { WritableRows } from '../../ports/store.ts'
import type { Clock } from '../../ports/system.ts'

/** Items that reach a final status in a transaction, which starts their retention period in real time. */
class EndedItems implements TransactionHook {
  readonly #clock: Clock
  readonly #rows: ErasableRow[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  note({ id, organisationId, mode, runId }: Pick<ItemRow, 'id' | 'organisationId' | 'mode' | 'runId'>): void {
    const endedAt = this.#clock.now()
    const unasked = { erasureRequestedAt: null, asked: false, person: null }
    this.#rows.push({ id, organisationId, mode, runId, endedAt, ...unasked })
  }

  async flush(rows: WritableRows): Promise<void> {
    if (this.#rows.length > 0) await rows.erasables.insertMany(this.#rows)
  }
}

export const endedItems: TransactionHookKind<EndedItems> = { create: ({ clock }) => new EndedItems(clock) }

/** Maximum mailings stored per run, because lists show only a few. */
export const mailingsOfRun = 100

/** A run that items join in a transaction, as read by that transaction. */
export interface OpenRun extends Pick<RunRow, 'id' | 'cutoffAt'> {
  mailings: readonly MailingRef[]
}

export const isSameMailing = (one: MailingRef, other: MailingRef): boolean =>
  one.postflowId === other.postflowId && one.postbatchId === other.postbatchId

type Owned = Pick<RunRow, 'organisationId'>

/** Net number of items that a transaction adds to each run, and their new mailings. */
class RunCounts implements TransactionHook {
  readonly #deltas = new Map<string, { organisationId: string; itemCount: number }>()
  readonly #mailings = new Map<string, readonly MailingRef[]>()

  /** Counts an item that joins a run. */
  join(run: OpenRun, { organisationId, postflowId, postbatchId }: MailingRef & Owned): void {
    this.#count({ organisationId }, run.id, 1)
    const mailing = { postflowId, postbatchId }
    if (run.mailings.length >= mailingsOfRun) return
    if (run.mailings.some((known) => isSameMailing(known, mailing))) return
    run.mailings = [...run.mailings, mailing]
    this.#mailings.set(run.id, run.mailings)
  }

  /** Counts an item that leaves a run. */
  leave(item: Owned, runId: string): void {
    this.#count(item, runId, -1)
  }

  async flush(rows: WritableRows): Promise<void> {
    for (const [runId, { organisationId, itemCount }] of this.#deltas) {
      const own = { organisationId }
      if (itemCount !== 0) await rows.runs.addIfUnread(own, runId, { itemCount }, { itemCount: 1 })
      const mailings = this.#mailings.get(runId)
      if (mailings) await rows.runs.update(own, runId, { mailings: [...mailings] })
    }
  }

  #count({ organisationId }: Owned, runId: string, delta: 1 | -1): void {
    const itemCount = (this.#deltas.get(runId)?.itemCount ?? 0) + delta
    this.#deltas.set(runId, { organisationId, itemCount })
  }
}

export const runCounts: TransactionHookKind<RunCounts> = { create: () => new RunCounts() }
