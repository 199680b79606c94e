import { afterEach, expect, it, vi } from 'vitest'
import type { SqliteConnection } from '../../src/adapters/sqlite/connection.ts'
import { CacheRelease } from '../../src/adapters/sqlite/maintenance.ts'

afterEach(() => vi.useRealTimers())

it('page caches are released when the database is hardly used, and again after the next use', () => {
  vi.useFakeTimers()
  const releaseCache = vi.fn()
  const caches = new CacheRelease(() => [{ releaseCache } as unknown as SqliteConnection])
  const use = (bodies: number) => {
    for (let body = 0; body < bodies; body++) caches.note()
    vi.advanceTimersByTime(5000)
    return releaseCache.mock.calls.length
  }
  const released = [use(50), use(50), use(49), use(0), use(0), use(1), use(0)]
  expect(released).toEqual([0, 0, 1, 1, 1, 2, 2])
  caches.note()
  caches.close()
  vi.advanceTimersByTime(60_000)
  expect(releaseCache).toHaveBeenCalledTimes(2)
})
