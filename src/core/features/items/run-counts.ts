import type { Participant, ParticipantKind, UnitOfWork } from '../../engine/participant.ts'
import { everyone, type WritableRows } from '../../ports/store.ts'

/** The net number of items that a transaction adds to each run. */
class RunCounts implements Participant {
  readonly #deltas = new Map<string, number>()

  /** Counts an item that joins (1) or leaves (-1) a run. */
  count(runId: string, delta: 1 | -1): void {
    this.#deltas.set(runId, (this.#deltas.get(runId) ?? 0) + delta)
  }

  async flush(rows: WritableRows, work: UnitOfWork): Promise<void> {
    for (const [runId, itemCount] of this.#deltas) {
      if (itemCount !== 0) work.alongside(rows.runs.addIf(everyone, runId, { itemCount }, { itemCount: 1 }))
    }
  }
}

export const runCounts: ParticipantKind<RunCounts> = { create: () => new RunCounts() }
