import { expect, test } from 'vitest'
import { loadEachOnce, loadOnce } from '../../../src/core/kernel/loading.ts'

/** Fails at the first call. */
const failingOnce = () => {
  let calls = 0
  return async () => {
    if (++calls === 1) throw new Error('The file cannot be read.')
    return calls
  }
}

test('a value is loaded once for all calls, and again after a failure', async () => {
  const value = loadOnce(failingOnce())
  const together = await Promise.allSettled([value(), value()])
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await Promise.all([value(), value()])).toEqual([2, 2])
  expect(await value()).toBe(2)
})

test('a value of each key is loaded once, and again after a failure', async () => {
  const loaded = new Map<string, Promise<string | number>>()
  const load = failingOnce()
  const value = () => loadEachOnce(loaded, 'a', load)
  const together = await Promise.allSettled([value(), value()])
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await Promise.all([value(), value()])).toEqual([2, 2])
  expect(await loadEachOnce(loaded, 'b', async () => 'other')).toBe('other')
  expect([...loaded.keys()]).toEqual(['a', 'b'])
})
