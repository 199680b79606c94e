import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dayIn, writeTime } from '../../portal/src/messages/times.ts'

const time = { hour: 'numeric', minute: '2-digit' } as const
const cutoff = '2026-11-30T09:00:00.000Z'

describe('for a browser in London', () => {
  let before: string | undefined
  beforeEach(() => {
    before = process.env.TZ
    process.env.TZ = 'Europe/London'
  })
  afterEach(() => {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  })

  test.each([
    ['its own time zone', undefined, '9:00'],
    ['another that shows the same time', 'Europe/Lisbon', '9:00'],
    ['one an hour ahead, which is named', 'Europe/Amsterdam', '10:00 CET'],
    ['one with another date, which is named', 'Pacific/Auckland', '22:00 GMT+13'],
  ])('a time is formatted in %s', (_, zone, expected) => {
    expect(writeTime('en-GB', zone, time, cutoff)).toBe(expected)
  })

  test('a day is that of the time zone, without naming it', () => {
    const late = '2026-11-30T23:30:00.000Z'
    const options = { day: 'numeric', month: 'short' } as const
    expect(writeTime('en-GB', 'Europe/Amsterdam', options, late)).toBe('1 Dec')
    expect(dayIn('Europe/Amsterdam', late)).toBe('2026-12-01')
    expect(dayIn(undefined, late)).toBe('2026-11-30')
  })
})
