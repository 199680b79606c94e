import { onNextTurn } from '#platform/turn'
import type { Turns } from '../../core/ports/turns.ts'

/** Long work of one turn of the event loop takes no longer than this together, whoever does it. */
export const TURN_MS = 12

let startedAt: number | undefined
/** How many have gone on in this turn that had waited for it. */
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

/** Who has waited longest goes on, and as many after them as there is time for; the others wait for another turn. */
const goOn = () => {
  if (isSpent() && resumed > 0) {
    onNextTurn(goOn)
    return
  }
  resumed++
  waiting.shift()!()
}

/**
 * A promise for a later turn of the event loop once the long work of this one has taken its time; undefined until then.
 * SQLite answers at once, so a body of a thousand statements would otherwise run in one piece.
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

/** The event loop's. */
export const systemTurns: Turns = { rest: restWhenDue }
