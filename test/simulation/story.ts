import type { Clock } from '../../src/core/ports/clock.ts'

/** What happened, in the order in which it did. */
export interface Story {
  readonly lines: readonly string[]
  /** `what` is called only where the story is kept. */
  tell(who: string, what: () => string): void
}

export const createStory = (clock: Clock, tells: boolean): Story => {
  const lines: string[] = []
  return {
    lines,
    tell(who, what) {
      if (!tells) return
      const at = new Date(clock.now()).toISOString().replace('T', ' ')
      lines.push(`${at}  ${who.padEnd(14)} ${what()}`)
    },
  }
}
