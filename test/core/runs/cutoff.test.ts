import { describe, expect, test } from 'vitest'
import { dutchHolidays } from '../../../src/core/features/products/catalogue/first-catalogue.ts'
import { cutoffFor, nextCutoff } from '../../../src/core/features/products/cutoffs.ts'

const schedule = { cron: '0 10 * * 1-5', timeZone: 'Europe/Amsterdam', holidays: [...dutchHolidays] }
const at = (text: string) => Date.parse(text)
const shown = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString())

describe('next cutoff of a schedule (weekdays at 10:00 in Amsterdam)', () => {
  test.each([
    ['early in the morning it is the same day', '2026-01-05T06:00:00Z', '2026-01-05T09:00:00.000Z'],
    ['at the cutoff itself it still counts', '2026-01-05T09:00:00Z', '2026-01-05T09:00:00.000Z'],
    ['a millisecond later it is the next day', '2026-01-05T09:00:00.001Z', '2026-01-06T09:00:00.000Z'],
    [
      'half a second before the cutoff it has not passed',
      '2026-01-05T08:59:59.500Z',
      '2026-01-05T09:00:00.000Z',
    ],
    ['half a second after the cutoff it has passed', '2026-01-05T09:00:00.500Z', '2026-01-06T09:00:00.000Z'],
    ['on Friday evening it is on Monday', '2026-01-09T18:00:00Z', '2026-01-12T09:00:00.000Z'],
    ['on Easter Monday there is none', '2026-04-03T12:00:00Z', '2026-04-07T08:00:00.000Z'],
    [
      'at Christmas and on the following weekend there is none',
      '2026-12-24T12:00:00Z',
      '2026-12-28T09:00:00.000Z',
    ],
    [
      'before the clocks go forward it is an hour later in UTC',
      '2026-03-27T06:00:00Z',
      '2026-03-27T09:00:00.000Z',
    ],
    ['after they go forward it is an hour earlier', '2026-03-30T06:00:00Z', '2026-03-30T08:00:00.000Z'],
  ])('%s', (_rule, from, expected) => {
    expect(shown(nextCutoff(schedule, at(from)))).toBe(expected)
    expect(shown(nextCutoff(schedule, at(from))), 'remembered').toBe(expected)
  })

  test('the cache of one schedule is not used for another', () => {
    const friday = { cron: '0 16 * * 5', timeZone: 'America/New_York', holidays: [] }
    expect(shown(nextCutoff(friday, at('2026-01-05T06:00:00Z')))).toBe('2026-01-09T21:00:00.000Z')
  })

  test('a schedule that matches only holidays has no cutoff', () => {
    const never = { cron: '0 10 1 1 *', timeZone: 'UTC', holidays: [] as string[] }
    for (let year = 2026; year < 2026 + 1200; year++) never.holidays.push(`${year}-01-01`)
    expect(nextCutoff(never, at('2026-01-01T00:00:00Z'))).toBeUndefined()
  })
})

describe('the cutoff for an item', () => {
  test.each([
    ['without a requested day: the next one', null, '2026-01-05T08:00:00Z', '2026-01-05T09:00:00.000Z'],
    ['at the cutoff itself: too late for it', null, '2026-01-05T09:00:00Z', '2026-01-06T09:00:00.000Z'],
    [
      'for a future day: the cutoff of that day',
      '2026-01-08',
      '2026-01-05T08:00:00Z',
      '2026-01-08T09:00:00.000Z',
    ],
    ['for a Saturday: the Monday after', '2026-01-10', '2026-01-05T08:00:00Z', '2026-01-12T09:00:00.000Z'],
    ['for a past day: the next one', '2025-01-01', '2026-01-05T08:00:00Z', '2026-01-05T09:00:00.000Z'],
    [
      'for today after the cutoff: tomorrow',
      '2026-01-05',
      '2026-01-05T10:00:00Z',
      '2026-01-06T09:00:00.000Z',
    ],
  ])('%s', (_rule, sendOn, now, expected) => {
    expect(shown(cutoffFor(schedule, at(now), sendOn))).toBe(expected)
  })

  test('the day is that of the schedule’s time zone, not of UTC', () => {
    // 10:00 on the 6th in Auckland is still the 5th in UTC.
    const auckland = { cron: '0 10 * * *', timeZone: 'Pacific/Auckland', holidays: [] }
    expect(shown(cutoffFor(auckland, at('2026-01-01T00:00:00Z'), '2026-01-06'))).toBe(
      '2026-01-05T21:00:00.000Z',
    )
  })
})
