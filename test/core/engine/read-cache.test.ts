import { describe, expect, test } from 'vitest'
import { type CacheKind, createCaches } from '../../../src/core/engine/read-cache.ts'
import type { Store } from '../../../src/core/ports/store.ts'

/** Creates a store that has only a generation. */
const storeAt = (state: { generation: number }): Store =>
  ({ generation: () => state.generation }) as unknown as Store

const cacheOf = <T>(store: Store) => createCaches(store).of<T>({ tables: ['apiKeys'] })

test('a value is cached until its tables change', async () => {
  const state = { generation: 0 }
  const cache = cacheOf<number>(storeAt(state))
  let reads = 0
  const read = async () => ++reads
  expect([await cache('a', read), await cache('a', read), await cache('b', read)]).toEqual([1, 1, 2])
  state.generation++
  expect(await cache('a', read)).toBe(3)
})

test('a missing value is not cached', async () => {
  const cache = cacheOf<number | undefined>(storeAt({ generation: 0 }))
  expect(await cache('a', async () => undefined)).toBeUndefined()
  expect(await cache('a', async () => 1)).toBe(1)
})

test('a value overtaken by a change while it was read is not cached', async () => {
  const state = { generation: 0 }
  const cache = cacheOf<string>(storeAt(state))
  const old = await cache('a', async () => {
    state.generation++
    await cache('b', async () => 'other')
    return 'old'
  })
  expect([old, await cache('a', async () => 'new')]).toEqual(['old', 'new'])
})

test('if other processes write too, every call reads', async () => {
  const cache = cacheOf<number>({} as Store)
  let reads = 0
  const read = async () => ++reads
  expect([await cache('a', read), await cache('a', read)]).toEqual([1, 2])
})

describe('if other processes write too, calls during a read', () => {
  /** Creates reads that end when the test resolves them. */
  const reads = () => {
    const begun: PromiseWithResolvers<number>[] = []
    const read = () => {
      const one = Promise.withResolvers<number>()
      begun.push(one)
      return one.promise
    }
    return { begun, read }
  }
  const apart = () => createCaches({} as Store).of<number>({ tables: ['apiKeys'], apart: true })

  test('share the next read, which begins after they arrive', async () => {
    const { begun, read } = reads()
    const cache = apart()
    const first = cache('a', read)
    const others = [cache('a', read), cache('a', read)]
    expect(begun).toHaveLength(1)
    begun[0]!.resolve(1)
    expect(await first).toBe(1)
    await expect.poll(() => begun.length).toBe(2)
    const later = cache('a', read)
    begun[1]!.resolve(2)
    expect(await Promise.all(others)).toEqual([2, 2])
    await expect.poll(() => begun.length).toBe(3)
    begun[2]!.resolve(3)
    expect(await later).toBe(3)
  })

  test('read separately for different keys', async () => {
    const { begun, read } = reads()
    const cache = apart()
    const both = [cache('a', read), cache('b', read)]
    expect(begun).toHaveLength(2)
    for (const [index, { resolve }] of begun.entries()) resolve(index)
    expect(await Promise.all(both)).toEqual([0, 1])
  })

  test('do not get the failure of the read before', async () => {
    const { begun, read } = reads()
    const cache = apart()
    const failed = cache('a', read)
    const next = cache('a', read)
    begun[0]!.reject(new Error('gone'))
    await expect(failed).rejects.toThrow('gone')
    await expect.poll(() => begun.length).toBe(2)
    begun[1]!.resolve(2)
    expect(await next).toBe(2)
    const after = cache('a', read)
    expect(begun).toHaveLength(3)
    begun[2]!.resolve(3)
    expect(await after).toBe(3)
  })

  test('do not wait if reads belong to transactions', async () => {
    const { begun, read } = reads()
    const cache = cacheOf<number>({} as Store)
    const both = [cache('a', read), cache('a', read)]
    expect(begun).toHaveLength(2)
    for (const { resolve } of begun) resolve(1)
    await Promise.all(both)
  })
})

test('a cache kind has one cache, and two kinds of the same tables have two', async () => {
  const caches = createCaches(storeAt({ generation: 0 }))
  const one: CacheKind<string> = { tables: ['apiKeys'] }
  const other: CacheKind<string> = { tables: ['apiKeys'] }
  expect(await caches.of(one)('a', async () => 'first')).toBe('first')
  expect(await caches.of(one)('a', async () => 'second')).toBe('first')
  expect(await caches.of(other)('a', async () => 'third')).toBe('third')
})
