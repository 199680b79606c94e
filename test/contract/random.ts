import { describe, expect, it } from 'vitest'
import type { Random } from '../../src/core/ports/system.ts'

/** The contract of every Random. The bounds fail by chance less than once in a billion runs. */
export const randomContract = (name: string, create: () => Random): void => {
  describe(`random: ${name}`, () => {
    it.each([0, 1, 16, 32, 1000])('returns %i bytes', (length) => {
      const bytes = create().bytes(length)
      expect(bytes.constructor).toBe(Uint8Array)
      expect(bytes.length).toBe(length)
    })

    it('uses every byte value about equally often', () => {
      const counts = new Uint32Array(256)
      for (const byte of create().bytes(256 * 400)) counts[byte]!++
      expect(Math.min(...counts)).toBeGreaterThan(250)
      expect(Math.max(...counts)).toBeLessThan(550)
    })

    it('returns floats in [0, 1), evenly distributed, with 53 bits', () => {
      const random = create()
      const floats = Array.from({ length: 20_000 }, () => random.float())
      expect(Math.min(...floats)).toBeGreaterThanOrEqual(0)
      expect(Math.max(...floats)).toBeLessThan(1)
      const tenths = new Uint32Array(10)
      for (const value of floats) tenths[Math.floor(value * 10)]!++
      expect(Math.min(...tenths)).toBeGreaterThan(1700)
      expect(Math.max(...tenths)).toBeLessThan(2300)
      expect(new Set(floats).size).toBe(floats.length)
      expect(floats.some((value) => (value * 2 ** 53) % 2 === 1)).toBe(true)
    })

    it('never returns the same bytes twice', () => {
      const random = create()
      const seen = new Set(Array.from({ length: 1000 }, () => random.bytes(16).toString()))
      expect(seen.size).toBe(1000)
    })
  })
}
