import type { Clock } from '../../src/core/ports/clock.ts'

/** The steps of a simulation as readable lines, in the order in which they happened. */
export interface Trace {
  readonly lines: readonly string[]
  /** Adds a line. `describe` is called only where tracing is on. */
  add(actor: string, describe: () => string): void
}

export const createTrace = (clock: Clock, isOn: boolean): Trace => {
  const lines: string[] = []
  return {
    lines,
    add(actor, describe) {
      if (!isOn) return
      const at = new Date(clock.now()).toISOString().replace('T', ' ')
      lines.push(`${at}  ${actor.padEnd(14)} ${describe()}`)
    },
  }
}
