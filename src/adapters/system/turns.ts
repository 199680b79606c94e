import { onNextTurn } from '#platform/turn'
import type { Turns } from '../../core/ports/system.ts'

/** Total time in ms of long work in one turn of the event loop. */
export const TURN_MS = 12
/** Minimum time in ms of resumed work; if others used up the turn, it would yield again at once. */
const RESUMED_MS = 4

/** Shares the time of a turn of the event loop among long work. Waiting work resumes in order of arrival. */
export class TurnBudget implements Turns {
  /** End of this turn's time. */
  #until: number | undefined
  /** Callers resumed in this turn. */
  #resumed = 0
  readonly #waiting: (() => void)[] = []

  /**
   * Returns a promise for a later turn once this turn's time is used up (`aheadMs` counts as used); undefined
   * before. SQLite answers synchronously, so a transaction of a thousand statements would otherwise block.
   */
  readonly rest = (aheadMs?: number): Promise<void> | undefined =>
    this.#isSpent(aheadMs) ? this.next() : undefined

  /** Returns a promise for a later turn in any case, for work that takes a whole turn. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      onNextTurn(this.#goOn)
    })
  }

  #isSpent(aheadMs = 0): boolean {
    const now = performance.now()
    if (this.#until === undefined) onNextTurn(this.#forget)
    this.#until ??= now + TURN_MS
    return now + aheadMs >= this.#until
  }

  readonly #forget = () => {
    this.#until = undefined
    this.#resumed = 0
  }

  /** Resumes the longest-waiting callers while there is time; the others wait for another turn. */
  readonly #goOn = () => {
    if (this.#isSpent() && this.#resumed > 0) {
      onNextTurn(this.#goOn)
      return
    }
    this.#resumed++
    this.#until = Math.max(this.#until ?? 0, performance.now() + RESUMED_MS)
    this.#waiting.shift()!()
  }
}

/** Turns of reads, validation and responses. */
export const systemTurns = new TurnBudget()

/**
 * Turns of the writer. Separate, because everything that waits for a commit depends on the writer; while many
 * lists are read, it would otherwise yield at every statement.
 */
export const writerTurns = new TurnBudget()
