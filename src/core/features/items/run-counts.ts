import type { Participant, ParticipantKind, UnitOfWork } from '../../engine/participant.ts'
import type { MailingRef } from '../../model/items.ts'
import type { RunRow } from '../../model/runs.ts'
import { everyone, type WritableRows } from '../../ports/store.ts'

/** Mailings that are kept of one run: lists show a few. */
export const mailingsOfRun = 100

/** A run that items join in a transaction, as that transaction has read it. */
export interface OpenRun extends Pick<RunRow, 'id' | 'cutoffAt'> {
  mailings: readonly MailingRef[]
}

export const isSameMailing = (one: MailingRef, other: MailingRef): boolean =>
  one.postflowId === other.postflowId && one.postbatchId === other.postbatchId

/** The net number of items that a transaction adds to each run, and which mailings of theirs are new to it. */
class RunCounts implements Participant {
  readonly #deltas = new Map<string, number>()
  readonly #mailings = new Map<string, readonly MailingRef[]>()

  /** Counts an item of a mailing that joins a run. */
  join(run: OpenRun, { postflowId, postbatchId }: MailingRef): void {
    this.#count(run.id, 1)
    const mailing = { postflowId, postbatchId }
    if (run.mailings.length >= mailingsOfRun) return
    if (run.mailings.some((known) => isSameMailing(known, mailing))) return
    run.mailings = [...run.mailings, mailing]
    this.#mailings.set(run.id, run.mailings)
  }

  /** Counts an item that leaves a run. */
  leave(runId: string): void {
    this.#count(runId, -1)
  }

  async flush(rows: WritableRows, work: UnitOfWork): Promise<void> {
    for (const [runId, itemCount] of this.#deltas) {
      if (itemCount !== 0) work.alongside(rows.runs.addIf(everyone, runId, { itemCount }, { itemCount: 1 }))
      const mailings = this.#mailings.get(runId)
      if (mailings) work.alongside(rows.runs.update(everyone, runId, { mailings: [...mailings] }))
    }
  }

  #count(runId: string, delta: 1 | -1): void {
    this.#deltas.set(runId, (this.#deltas.get(runId) ?? 0) + delta)
  }
}

export const runCounts: ParticipantKind<RunCounts> = { create: () => new RunCounts() }
