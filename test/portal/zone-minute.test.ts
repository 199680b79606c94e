import { describe, expect, test } from 'vitest'
import { clockMinute, instantOf } from '../../portal/src/ui/zone-minute.ts'

describe('a field for a date and time', () => {
  test.each([
    ['in winter', 'Europe/Amsterdam', '2026-12-03T09:00:00.000Z', '2026-12-03T10:00'],
    ['in summer', 'Europe/Amsterdam', '2026-07-03T09:00:00.000Z', '2026-07-03T11:00'],
    ['before the clocks go forward', 'Europe/Amsterdam', '2026-03-29T00:59:00.000Z', '2026-03-29T01:59'],
    ['after the clocks went forward', 'Europe/Amsterdam', '2026-03-29T01:00:00.000Z', '2026-03-29T03:00'],
    ['after the clocks went back', 'Europe/Amsterdam', '2026-10-25T02:00:00.000Z', '2026-10-25T03:00'],
    ['on another day', 'Pacific/Auckland', '2026-12-03T12:30:00.000Z', '2026-12-04T01:30'],
    ['west of Greenwich', 'America/New_York', '2026-12-03T02:00:00.000Z', '2026-12-02T21:00'],
  ])('shows an instant in its time zone, and reads it back: %s', (_what, zone, instant, shown) => {
    expect(clockMinute(zone, Date.parse(instant))).toBe(shown)
    expect(instantOf(zone, shown)).toBe(instant)
  })
})
