import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { lazyRenderer } from '../../src/lazy-renderer.ts'
import { createFakeRenderer } from '../support/fake-renderer.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const open = (warmAfterMs?: number) => {
  const renderer = createFakeRenderer()
  const warm = vi.spyOn(renderer, 'warm')
  const begin = vi.fn(async () => renderer)
  return { renderer: lazyRenderer(begin, warmAfterMs), begin, warm }
}

describe('a sign that previews will be needed', () => {
  test('loads the renderer once after the triggering request was answered, however often it occurs before', async () => {
    const { renderer, begin, warm } = open(500)
    renderer.warm()
    await vi.advanceTimersByTimeAsync(499)
    renderer.warm()
    expect(begin).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(warm).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(10_000)
    expect([begin.mock.calls.length, warm.mock.calls.length]).toEqual([1, 1])
  })

  test('loads nothing if the renderer draws in the program itself', async () => {
    const { renderer, begin } = open()
    renderer.warm()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(begin).not.toHaveBeenCalled()
  })

  test('loads nothing in a program that ends before', async () => {
    const { renderer, begin } = open(500)
    renderer.warm()
    await renderer.close()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(begin).not.toHaveBeenCalled()
  })
})
