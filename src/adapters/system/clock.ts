import type { Clock } from '../../core/ports/clock.ts'

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() }
