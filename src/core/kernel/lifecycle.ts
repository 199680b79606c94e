import { problem } from './errors.ts'
import type { Noun } from './nouns.ts'
import { generalProblems } from './problem-sentences.ts'

/** The statuses that may follow each status. */
export interface Lifecycle<Status extends string> {
  noun: Noun
  moves: Readonly<Record<Status, readonly Status[]>>
  allows(from: Status, to: Status): boolean
  /** Throws 409 `invalid_state`, naming the current status, if `moves` forbids the move. */
  assert(from: Status, to: Status): void
  /** True for final statuses. */
  isEnd(status: Status): boolean
}

export const defineLifecycle = <Status extends string>(
  noun: Noun,
  moves: Record<Status, readonly Status[]>,
): Lifecycle<Status> => {
  const allows = (from: Status, to: Status) => moves[from].includes(to)
  return {
    noun,
    moves,
    allows,
    assert(from, to) {
      if (!allows(from, to)) {
        throw problem(generalProblems.sentence('invalid_state.move', { noun, status: from, to }))
      }
    },
    isEnd: (status) => moves[status].length === 0,
  }
}

/** Accepts `"3"`, `W/"3"`, `3`, `*`; no header matches any. Throws 412 `revision_conflict`. */
export const assertRevision = (ifMatch: string | undefined, revision: number, noun: Noun): void => {
  const seen = ifMatch?.trim()
  if (seen === undefined || seen === '*') return
  if (seen.replace(/^(?:W\/)?"?|"$/g, '') === String(revision)) return
  throw problem(generalProblems.sentence('revision_conflict.thing', { noun, revision }))
}
