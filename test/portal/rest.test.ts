import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onceRested } from '../../portal/src/ui/rest.ts'

let loaded: number[] = []

beforeEach(() => {
  vi.useFakeTimers()
  loaded = []
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

/** Shows a row, and returns a function that removes it. */
const show = (row: number) => onceRested(() => loaded.push(row))

test('all rows of a list that just opened load at once', () => {
  for (let row = 0; row < 30; row++) show(row)
  expect(loaded).toHaveLength(30)
})

test('rows that are scrolled past load nothing, those in view load once scrolling rests', () => {
  show(0)
  vi.advanceTimersByTime(50)
  for (let row = 1; row <= 100; row++) {
    const remove = show(row)
    vi.advanceTimersByTime(16)
    if (row < 95) remove()
  }
  expect(loaded).toEqual([0])
  vi.advanceTimersByTime(120)
  expect(loaded).toEqual([0, 95, 96, 97, 98, 99, 100])
})
