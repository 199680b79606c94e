import { describe, expect, it } from 'vitest'
import { createMemoryClock } from '../../src/adapters/memory/clock.ts'
import { systemClock } from '../../src/adapters/system/clock.ts'
import { clockContract } from '../contract/clock.ts'

clockContract('memory', () => createMemoryClock())
clockContract('system', () => systemClock)

describe('the memory clock', () => {
  it('moves only when told to', () => {
    const clock = createMemoryClock('2026-03-01T00:00:00Z')
    expect(clock.now()).toBe(Date.UTC(2026, 2, 1))
    clock.advance(90_000)
    expect(new Date(clock.now()).toISOString()).toBe('2026-03-01T00:01:30.000Z')
    clock.set(5)
    expect(clock.now()).toBe(5)
  })

  it.each(['yesterday', Number.NaN, Number.POSITIVE_INFINITY, 0.5])('refuses %j as a time', (time) => {
    expect(() => createMemoryClock(time)).toThrow('Not a time')
  })

  it.each([-1, Number.NaN])('refuses to advance by %d', (byMs) => {
    expect(() => createMemoryClock().advance(byMs)).toThrow(`can't advance by ${byMs}`)
  })
})

it('the system clock tells the time of the machine', () => {
  const before = Date.now()
  const now = systemClock.now()
  expect(now).toBeGreaterThanOrEqual(before)
  expect(now).toBeLessThanOrEqual(Date.now())
})
