import { hourMs, minuteMs } from '../../../kernel/time.ts'

/** Offsets in ms from the first attempt: eight attempts within 24 hours (docs/webhooks.md#delivery). */
const offsets = [
  0,
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  6 * hourMs,
  12 * hourMs,
  24 * hourMs,
] as const

/** Returns a first-attempt time that allows no retries. An attempt without an outcome is still repeated. */
export const endedSchedule = (now: number): number => now - offsets.at(-1)!

/**
 * Returns a time in ms; undefined after the last attempt. Skips every offset that had passed when the attempt
 * began, so that those missed during downtime collapse into one. The last one is always tried, however late.
 */
export const nextAttemptAfter = (firstAttemptAt: number, attemptedAt: number): number | undefined => {
  const next = offsets.find((offset) => firstAttemptAt + offset > attemptedAt)
  return next === undefined ? undefined : firstAttemptAt + next
}
