import { describe, expect, test } from 'vitest'
import { cronOf, weeklyOf } from '../../portal/src/screens/operator/catalogue/forms/calendar/cron.ts'
import {
  monthAfter,
  weeksOf,
  withDay,
} from '../../portal/src/screens/operator/catalogue/forms/calendar/own-days.ts'

describe('a schedule', () => {
  test.each([
    ['0 10 * * 1-5', ['10:00'], [1, 2, 3, 4, 5]],
    ['0 10,16 * * *', ['10:00', '16:00'], [1, 2, 3, 4, 5, 6, 7]],
    ['0,30 9 * * 1,3,5', ['09:00', '09:30'], [1, 3, 5]],
    ['15 8 * * 1-4,0', ['08:15'], [1, 2, 3, 4, 7]],
  ])('%s is times and days, and is written unchanged', (cron, times, weekdays) => {
    expect(weeklyOf(cron)).toEqual({ times, weekdays })
    expect(cronOf({ times, weekdays })).toBe(cron)
  })

  test.each([
    ['0 10 * * MON-FRI', ['10:00'], [1, 2, 3, 4, 5]],
    ['0 8-12/2 * * 7', ['08:00', '10:00', '12:00'], [7]],
    ['*/30 9 * * 6', ['09:00', '09:30'], [6]],
  ])('%s is read too', (cron, times, weekdays) => {
    expect(weeklyOf(cron)).toEqual({ times, weekdays })
  })

  test.each([
    '0 10 1 * *',
    '0 10 * 6 *',
    '*/5 * * * *',
    '0 10 * * 1#2',
    '0 25 * * *',
    '@daily',
    '',
    '0 10 * *',
  ])('%j is not weekly', (cron) => {
    expect(weeklyOf(cron)).toBe(undefined)
  })

  test.each([
    [['10:00', '16:30'], [1]],
    [[], [1]],
    [['10:00'], []],
    [[''], [1]],
  ])('of %j on %j cannot be written', (times, weekdays) => {
    expect(cronOf({ times, weekdays })).toBe(undefined)
  })
})

describe('a day of a calendar', () => {
  const calendar = { key: 'c', name: 'C', cron: '0 10 * * 1-5', timeZone: 'UTC', extra: 'kept' }
  test('is closed, and restored when toggled again', () => {
    const closed = withDay(calendar, '2027-01-05', false)
    expect(closed).toEqual({ ...calendar, closedOn: ['2027-01-05'] })
    expect(withDay(closed, '2027-01-05', false)).toEqual(calendar)
  })
  test('that is a holiday is opened, and restored when toggled again', () => {
    const open = withDay(calendar, '2027-01-01', true)
    expect(open).toEqual({ ...calendar, openOn: ['2027-01-01'] })
    expect(withDay(open, '2027-01-01', true)).toEqual(calendar)
  })
  test('is shown in its week, which starts on Monday', () => {
    const weeks = weeksOf('2027-02')
    expect(weeks).toHaveLength(4)
    expect([weeks[0]![0], weeks[3]![6]]).toEqual(['2027-02-01', '2027-02-28'])
    expect(weeksOf('2027-01')[0]!.slice(3, 5)).toEqual([undefined, '2027-01-01'])
    expect([monthAfter('2026-12', 1), monthAfter('2027-01', -1)]).toEqual(['2027-01', '2026-12'])
  })
})
