import { hourMs, minuteMs } from '../../../kernel/time.ts'

/**
 * Offsets from the first attempt, which is the slot at zero: eight attempts in 24 hours
 * (docs/interface.md#delivery).
 */
const slots = [
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
 * When to try again after an attempt that failed; undefined when that was the last one. All in ms. An attempt
 * stands for every slot that was due when it began: slots that our own downtime left overdue collapse into
 * it, and the last slot is always tried, however late.
 */
export const nextAttemptAfter = (firstAttemptAt: number, attemptedAt: number): number | undefined => {
  const next = slots.find((offset) => firstAttemptAt + offset > attemptedAt)
  return next === undefined ? undefined : firstAttemptAt + next
}
