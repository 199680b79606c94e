import { hourMs, minuteMs } from '../../../kernel/time.ts'

/** Offsets from the first attempt in ms: eight attempts within 24 hours (docs/webhooks.md#delivery). */
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

/**
 * The first attempt of a delivery that is made once: its schedule has ended by then, so that a failure is the
 * end. An attempt of which no outcome was recorded is made again, as any other.
 */
export const endedSchedule = (now: number): number => now - offsets.at(-1)!

/**
 * When to try again after a failed attempt; undefined when that was the last one. All in ms. An attempt
 * stands for every offset that had passed when it began, so offsets missed during downtime of this server
 * collapse into one attempt. The last offset is always tried, however late.
 */
export const nextAttemptAfter = (firstAttemptAt: number, attemptedAt: number): number | undefined => {
  const next = offsets.find((offset) => firstAttemptAt + offset > attemptedAt)
  return next === undefined ? undefined : firstAttemptAt + next
}
