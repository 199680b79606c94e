import { onNextTurn } from '#platform/turn'
import type { Turns } from '../../core/ports/turns.ts'

/** Time in ms that long work may take in one turn of the event loop, in total. */
export const TURN_MS = 12

let startedAt: number | undefined
/** Waiting callers that were resumed in this turn. */
let resumed = 0
const waiting: (() => void)[] = []

const forget = () => {
  startedAt = undefined
  resumed = 0
}
const begin = (): number => {
  if (startedAt === undefined) onNextTurn(forget)
  startedAt ??= performance.now()
  return startedAt
}
const isSpent = (aheadMs = 0): boolean => performance.now() - begin() + aheadMs >= TURN_MS

/**
 * Resumes the caller that has waited longest, and further ones as long as there is time; the others wait for
 * another turn.
 */
const goOn = () => {
  if (isSpent() && resumed > 0) {
    onNextTurn(goOn)
    return
  }
  resumed++
  waiting.shift()!()
}

/**
 * A promise for a later turn of the event loop once the long work of this one has taken its time; undefined
 * until then. SQLite answers at once, so a body of a thousand statements would otherwise run in one piece.
 */
export const restWhenDue = (aheadMs?: number): Promise<void> | undefined => {
  return isSpent(aheadMs) ? nextTurn() : undefined
}

/** A promise for a later turn in any case: before a piece of work that takes a turn's time by itself. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve)
    onNextTurn(goOn)
  })

/** Turns of the event loop. */
export const systemTurns: Turns = { rest: restWhenDue }
