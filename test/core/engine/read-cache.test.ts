import { expect, test } from 'vitest'
import { type CacheKind, createCaches, createReadCache } from '../../../src/core/engine/read-cache.ts'
import type { Store } from '../../../src/core/ports/store.ts'

/** A store of which only the generation is asked. */
const storeAt = (state: { generation: number }): Store =>
  ({ generation: () => state.generation }) as unknown as Store

test('what was read is kept until its tables change', async () => {
  const state = { generation: 0 }
  const cache = createReadCache<number>(storeAt(state), 'apiKeys')
  let reads = 0
  const read = async () => ++reads
  expect([await cache('a', read), await cache('a', read), await cache('b', read)]).toEqual([1, 1, 2])
  state.generation++
  expect(await cache('a', read)).toBe(3)
})

test('what is not there is asked for again', async () => {
  const cache = createReadCache<number | undefined>(storeAt({ generation: 0 }), 'apiKeys')
  expect(await cache('a', async () => undefined)).toBeUndefined()
  expect(await cache('a', async () => 1)).toBe(1)
})

test('what a change overtook while it was read is not kept', async () => {
  const state = { generation: 0 }
  const cache = createReadCache<string>(storeAt(state), 'apiKeys')
  const old = await cache('a', async () => {
    state.generation++
    await cache('b', async () => 'other')
    return 'old'
  })
  expect([old, await cache('a', async () => 'new')]).toEqual(['old', 'new'])
})

test('where others write too, everything is read every time', async () => {
  const cache = createReadCache<number>({} as Store, 'apiKeys')
  let reads = 0
  const read = async () => ++reads
  expect([await cache('a', read), await cache('a', read)]).toEqual([1, 2])
})

test('a kind has one cache, and two kinds of the same tables have two', async () => {
  const caches = createCaches(storeAt({ generation: 0 }))
  const one: CacheKind<string> = { tables: ['apiKeys'] }
  const other: CacheKind<string> = { tables: ['apiKeys'] }
  expect(await caches.of(one)('a', async () => 'first')).toBe('first')
  expect(await caches.of(one)('a', async () => 'second')).toBe('first')
  expect(await caches.of(other)('a', async () => 'third')).toBe('third')
})
