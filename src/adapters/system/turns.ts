import { onNextTurn } from '#platform/turn'
import type { Turns } from '../../core/ports/system.ts'

/** Time in ms that long work may take in one turn of the event loop, in total. */
export const TURN_MS = 12
/**
 * Time in ms that what has waited for a turn has in it at least. Where others had taken its time already, it would rest
 * again at once.
 */
const RESUMED_MS = 4

/** Work that shares the time of a turn, and waits for further turns in the order in which it came. */
export class TurnBudget implements Turns {
  /** When the time of this turn is spent. */
  #until: number | undefined
  /** Waiting callers that were resumed in this turn. */
  #resumed = 0
  readonly #waiting: (() => void)[] = []

  /**
   * A promise for a later turn of the event loop once the long work of this one has taken its time; undefined
   * until then. SQLite answers at once, so a body of a thousand statements would otherwise run in one piece.
   */
  readonly rest = (aheadMs?: number): Promise<void> | undefined =>
    this.#isSpent(aheadMs) ? this.next() : undefined

  /** A promise for a later turn in any case: before a piece of work that takes a turn's time by itself. */
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

  /**
   * Resumes the caller that has waited longest, and further ones as long as there is time; the others wait for
   * another turn.
   */
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

/** Turns of the event loop for all that reads, checks and answers. */
export const systemTurns = new TurnBudget()

/**
 * Those of what writes, which has all that waits for a commit behind it: beside many lists it would otherwise rest at
 * every statement.
 */
export const writerTurns = new TurnBudget()
