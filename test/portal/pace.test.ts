import { expect, test } from 'vitest'
import { Pace } from '../../portal/src/live/pace.ts'

/** The times, in ms, at which a page refreshes if it always has a reason. */
const looks = (pace: Pace, from: number, until: number): number[] => {
  const moments: number[] = []
  for (let now = from; now < until; now += Math.max(1, pace.waitMs(now))) {
    if (pace.waitMs(now) > 0) continue
    pace.record(now)
    moments.push(now)
  }
  return moments
}

test('a page that was idle refreshes immediately, and again for related changes', () => {
  const pace = new Pace()
  expect(looks(pace, 60_000, 60_100)).toHaveLength(4)
  expect(pace.waitMs(60_100)).toBeGreaterThan(800)
})

test('a busy page refreshes once a second', () => {
  const pace = new Pace()
  expect(looks(pace, 0, 60_000)).toHaveLength(4 + 59)
})

test('it is idle again after as many seconds as it refreshed', () => {
  const pace = new Pace()
  looks(pace, 0, 10_000)
  expect(looks(pace, 14_000, 14_100)).toHaveLength(4)
})
