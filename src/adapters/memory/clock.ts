import type { Clock } from '../../core/ports/system.ts'

/** A clock that moves only on request. */
export interface MemoryClock extends Clock {
  /** Sets the time, also backwards, like a corrected machine clock. */
  set(time: number | string): void
  /** Moves forward by milliseconds. */
  advance(byMs: number): void
}

/** Creates a clock; it starts on a Monday morning, which makes cutoffs easy to follow. */
export const createMemoryClock = (start: number | string = '2026-01-05T09:00:00Z'): MemoryClock => {
  let now = milliseconds(start)
  return {
    now: () => now,
    set(time) {
      now = milliseconds(time)
    },
    advance(byMs) {
      if (!(byMs >= 0)) throw new RangeError(`The clock can't advance by ${byMs} milliseconds.`)
      now = milliseconds(now + byMs)
    },
  }
}

const milliseconds = (time: number | string): number => {
  const value = typeof time === 'number' ? time : Date.parse(time)
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a time: ${time}`)
  return value
}
