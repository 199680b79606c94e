import { beforeEach, describe, expect, test } from 'vitest'
import { createMemoryStore } from '../../../src/adapters/memory/store.ts'
import type { ScriptedAnswer } from '../../../src/adapters/memory/webhook-sender.ts'
import { calmMs, Paces, quickMs } from '../../../src/core/features/webhooks/delivery/capacity.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'
import { deferred, emitEvents, register, second, statuses } from '../../support/webhooks.ts'

describe('the share of an endpoint', () => {
  const endpoint = 'one'
  let paces: Paces
  let now: number
  beforeEach(() => {
    paces = new Paces(8, 32)
    now = 1_000_000
  })
  const ends = (durationMs: number, { isDelivered = true, held = paces.mostOf(endpoint) } = {}) => {
    now += 1
    paces.note(endpoint, { startedAt: now - durationMs, endedAt: now, isDelivered }, held)
    return paces.mostOf(endpoint)
  }
  const grow = (times: number, durationMs = 5) => {
    for (let count = 0; count < times; count++) ends(durationMs)
    return paces.mostOf(endpoint)
  }

  test('starts at eight, grows by one with each quick delivery, up to its maximum', () => {
    expect(paces.mostOf(endpoint)).toBe(8)
    expect(ends(5)).toBe(9)
    expect(grow(22)).toBe(31)
    expect(grow(1)).toBe(32)
    expect(grow(100)).toBe(32)
    expect(paces.mostOf('another')).toBe(8)
  })

  test.each<[string, number, { isDelivered?: boolean; held?: number }, number]>([
    ['a response just in time', quickMs, {}, 13],
    ['a response just too late', quickMs + 1, {}, 8],
    ['a failure, however quick', 1, { isDelivered: false }, 8],
    ['a delivery while more than half is in use', 200, { held: 7 }, 13],
    ['a delivery while half is in use', 200, { held: 6 }, 12],
    ['a response from before the clock was set back', -1000, {}, 8],
  ])('%s', (_what, durationMs, how, most) => {
    expect(grow(4, 200)).toBe(12)
    expect(ends(durationMs, how)).toBe(most)
  })

  test('does not grow while responses take much longer than the fastest, since the receiver queues', () => {
    expect(ends(10)).toBe(9)
    expect(ends(40)).toBe(10)
    expect(ends(41)).toBe(10)
  })

  test('grows again a minute after a failure, and immediately after a slow response', () => {
    grow(4)
    ends(5, { isDelivered: false })
    now += calmMs - 2
    expect(ends(5)).toBe(8)
    expect(ends(5)).toBe(9)
    expect(ends(quickMs + 1)).toBe(8)
    expect(ends(5)).toBe(9)
  })

  test('is forgotten after a minute without a response, and if the clock was set back', () => {
    grow(4)
    paces.forget(now + calmMs)
    expect(paces.mostOf(endpoint)).toBe(12)
    paces.forget(now + calmMs + 1)
    expect(paces.mostOf(endpoint)).toBe(8)
    grow(4)
    paces.forget(now - 1)
    expect(paces.mostOf(endpoint)).toBe(8)
  })

  test('is remembered for ten thousand endpoints, dropping the one idle the longest', () => {
    for (let number = 0; number <= 10_000; number++) {
      paces.note(`${number}`, { startedAt: now, endedAt: now, isDelivered: true }, 8)
    }
    expect(paces.mostOf('0')).toBe(8)
    expect(paces.mostOf('1')).toBe(9)
  })
})

describe('a receiver', () => {
  let shop: TestShop
  let waiting: ((answer: ScriptedAnswer) => void)[]
  beforeEach(async () => {
    shop = await createTestShop({ ports: { store: createMemoryStore() } })
    waiting = []
    shop.sender.answerWith(() => {
      const { promise, resolve } = deferred<ScriptedAnswer>()
      waiting.push(resolve)
      return promise
    })
    await register(shop)
    await emitEvents(shop, 300)
    await untilQuiet()
  })
  const untilQuiet = async () => {
    for (let count = 0; count < 100; count++) await new Promise((resolve) => setImmediate(resolve))
    await shop.core.webhooks.pump()
    for (let count = 0; count < 100; count++) await new Promise((resolve) => setImmediate(resolve))
  }
  const answerAll = async (answer: ScriptedAnswer) => {
    for (const resolve of waiting.splice(0)) resolve(answer)
    await untilQuiet()
    return waiting.length
  }
  const untilGreatest = async () => {
    let underWay = waiting.length
    for (let round = 0; round < 6; round++) underWay = await answerAll({ status: 200 })
    return underWay
  }

  test('that responds quickly reaches half of all attempts in flight, and no more', async () => {
    expect(waiting).toHaveLength(8)
    expect(await answerAll({ status: 200 })).toBeGreaterThan(8)
    expect(await untilGreatest()).toBe(32)
  })

  test.each<[string, number, ScriptedAnswer]>([
    ['refuses one', 0, { status: 429 }],
    ['takes a second for one', second, { status: 200 }],
  ])('that %s returns to eight immediately, even with more claimed', async (_what, ms, answer) => {
    await untilGreatest()
    shop.clock.advance(ms)
    waiting.shift()!(answer)
    await untilQuiet()
    while (waiting.length > 8) {
      const before = waiting.length
      waiting.shift()!({ status: 200 })
      await untilQuiet()
      expect(waiting.length).toBe(before - 1)
    }
    waiting.shift()!({ status: 200 })
    await untilQuiet()
    expect(waiting.length).toBeGreaterThanOrEqual(8)
    expect(waiting.length).toBeLessThanOrEqual(9)
  })

  test('that is quick leaves slots to others of its organisation', async () => {
    await untilGreatest()
    const other = 'https://hooks.example.com/other'
    await register(shop, { url: other })
    await emitEvents(shop, 1)
    await untilQuiet()
    expect(shop.sender.requests.filter(({ url }) => url === other)).toHaveLength(1)
    expect(await statuses(shop)).not.toContain('UNDELIVERED')
  })
})
