import { describe, expect, it } from 'vitest'
import type { Clock } from '../../src/core/ports/system.ts'

/** The contract of every Clock. */
export const clockContract = (name: string, create: () => Clock): void => {
  describe(`clock: ${name}`, () => {
    it('returns the current time in whole milliseconds', () => {
      const now = create().now()
      expect(Number.isSafeInteger(now)).toBe(true)
      expect(new Date(now).getUTCFullYear()).toBeGreaterThanOrEqual(2024)
    })

    it('never goes back', () => {
      const clock = create()
      const times = Array.from({ length: 1000 }, () => clock.now())
      expect(times).toEqual([...times].sort((a, b) => a - b))
    })
  })
}
