import { problem } from './errors.ts'

/** A state machine as a table: for every status, the statuses that may follow it. */
export interface Lifecycle<Status extends string> {
  noun: string
  moves: Readonly<Record<Status, readonly Status[]>>
  allows(from: Status, to: Status): boolean
  /** Throws 409 `invalid_state`, naming the present status, where the table forbids the move. */
  assert(from: Status, to: Status): void
  /** No move leads out of it. */
  isEnd(status: Status): boolean
}

export const defineLifecycle = <Status extends string>(
  noun: string,
  moves: Record<Status, readonly Status[]>,
): Lifecycle<Status> => {
  const allows = (from: Status, to: Status) => moves[from].includes(to)
  return {
    noun,
    moves,
    allows,
    assert(from, to) {
      if (!allows(from, to)) {
        throw problem('invalid_state', `This ${noun} is ${from} and cannot become ${to}.`)
      }
    },
    isEnd: (status) => moves[status].length === 0,
  }
}
