import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Core } from '../../src/core/app/index.ts'
import { startTicker } from '../../src/server/ticker.ts'

/** The part of a core that a ticker uses; `tick` behaves as scripted. */
const fakeCore = (tick: () => Promise<{ ran: number; nextAt: number | undefined }>) => {
  const listeners = new Set<() => void>()
  const errors: unknown[] = []
  const calls = { ticks: 0, pumps: 0 }
  const core = {
    services: {
      clock: { now: () => Date.now() },
      requestLog: { note() {}, flush: async () => {} },
      security: { note() {}, flush: async () => {} },
      log: { info() {}, warn() {}, error: (_message: string, fields: unknown) => errors.push(fields) },
    },
    scheduler: {
      addMissing: async () => {},
      look: () => {
        calls.ticks++
        return tick()
      },
      drain: async () => {},
    },
    live: { look: async () => {}, nextLookAt: () => undefined, onWake: () => () => {} },
    webhooks: {
      pump: async () => {
        calls.pumps++
      },
      nextAt: async () => undefined,
    },
    onWake: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const wake = () => {
    for (const listener of listeners) listener()
  }
  return { core: core as unknown as Core, calls, errors, listeners, wake }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('due work runs immediately, without waiting for the next second', async () => {
  const { core, calls } = fakeCore(async () => ({ ran: 0, nextAt: Date.now() + 200 }))
  const ticker = startTicker(core)
  await vi.advanceTimersByTimeAsync(199)
  expect(calls.ticks).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(calls.ticks).toBe(2)
  await ticker.stop()
})

test('with nothing due it checks once a second, because clocks are corrected and leases expire', async () => {
  const { core, calls } = fakeCore(async () => ({ ran: 0, nextAt: undefined }))
  const ticker = startTicker(core)
  await vi.advanceTimersByTimeAsync(3000)
  expect(calls.ticks).toBe(4)
  await ticker.stop()
})

test('committed work runs at once, even if committed during a round', async () => {
  const { core, calls, wake } = fakeCore(async () => {
    if (calls.ticks === 2) wake()
    return { ran: 0, nextAt: undefined }
  })
  const ticker = startTicker(core)
  await vi.advanceTimersByTimeAsync(1)
  wake()
  await vi.advanceTimersByTimeAsync(1)
  expect(calls.ticks).toBe(3)
  await ticker.stop()
})

test('a failing store is logged and retried with back-off, regardless of wake-ups', async () => {
  let broken = true
  const { core, calls, errors, wake } = fakeCore(async () => {
    if (broken) throw new Error('disk full')
    return { ran: 0, nextAt: undefined }
  })
  const ticker = startTicker(core)
  await vi.advanceTimersByTimeAsync(500)
  wake()
  await vi.advanceTimersByTimeAsync(400)
  expect(calls.ticks).toBe(1)
  await vi.advanceTimersByTimeAsync(100 + 2000 + 4000)
  expect(errors).toHaveLength(4)
  broken = false
  await vi.advanceTimersByTimeAsync(8000 + 1000)
  expect(calls.ticks).toBe(6)
  await ticker.stop()
})

test('stopping finishes the current round and starts no other', async () => {
  let finish = () => {}
  const { core, calls, listeners } = fakeCore(
    () =>
      new Promise((resolve) => {
        finish = () => resolve({ ran: 1, nextAt: 0 })
      }),
  )
  const ticker = startTicker(core)
  let stopped = false
  const stopping = ticker.stop().then(() => {
    stopped = true
  })
  await vi.advanceTimersByTimeAsync(5000)
  expect(stopped).toBe(false)
  finish()
  await stopping
  expect([calls.ticks, listeners.size]).toEqual([1, 0])
})

test('a long job does not delay webhooks', async () => {
  let finish = () => {}
  const { core, calls, wake } = fakeCore(
    () =>
      new Promise((resolve) => {
        finish = () => resolve({ ran: 1, nextAt: undefined })
      }),
  )
  const ticker = startTicker(core)
  await vi.advanceTimersByTimeAsync(1)
  wake()
  await vi.advanceTimersByTimeAsync(1)
  expect(calls).toEqual({ ticks: 1, pumps: 2 })
  finish()
  await ticker.stop()
})
