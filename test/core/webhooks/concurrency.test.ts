import { beforeEach, describe, expect, test } from 'vitest'
import { createMemoryStore } from '../../../src/adapters/memory/store.ts'
import type { ScriptedAnswer } from '../../../src/adapters/memory/webhook-sender.ts'
import { createDispatcher } from '../../../src/core/features/webhooks/delivery/dispatcher.ts'
import { type Store, StoreUnavailable } from '../../../src/core/ports/store.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'
import {
  deferred,
  deliveries,
  emitEvent,
  emitEvents,
  minute,
  register,
  second,
  statuses,
} from '../../support/webhooks.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await createTestShop()
})

describe('concurrency', () => {
  const hanging = 'https://hooks.example.com/hanging'
  const quick = 'https://hooks.example.com/quick'

  test('a hanging endpoint has at most eight deliveries in flight and delays no other endpoint', async () => {
    await register(shop, { url: hanging })
    await register(shop, { url: quick })
    const answer = deferred<ScriptedAnswer>()
    shop.sender.answerWith(({ url }) => (url === hanging ? answer.promise : { status: 200 }))
    await emitEvents(shop, 100)
    await shop.core.webhooks.pump()
    await until(async () => (await statuses(shop)).filter((status) => status === 'DELIVERED').length === 100)
    expect(sentTo(hanging)).toBe(8)
    expect(sentTo(quick)).toBe(100)
    // No delivery can start before a send ends, so the ticker next runs when the leases end.
    expect(await shop.core.webhooks.nextAt()).toBe(shop.clock.now() + minute + 1)

    answer.resolve({ status: 200 })
    await shop.core.webhooks.settle()
    expect(sentTo(hanging)).toBe(100)
    expect(new Set(await statuses(shop))).toEqual(new Set(['DELIVERED']))
  })

  test('endpoints take turns while one hangs: none is starved by another', async () => {
    shop = await createTestShop({ config: { webhookConcurrency: 4, webhookConcurrencyPerEndpoint: 2 } })
    const quickOnes = ['b', 'c', 'd'].map((name) => `https://hooks.example.com/${name}`)
    for (const url of [hanging, ...quickOnes]) await register(shop, { url })
    shop.sender.answerWith(({ url }) => (url === hanging ? new Promise(() => {}) : { status: 200 }))
    await emitEvents(shop, 30)
    await shop.core.webhooks.pump()
    await until(async () => (await statuses(shop)).filter((status) => status === 'DELIVERED').length === 90)
    const order = shop.sender.requests.map(({ url }) => url).filter((url) => url !== hanging)
    expect(sentTo(hanging)).toBe(2)
    for (const url of quickOnes) {
      const beforeHalf = order.slice(0, 45).filter((other) => other === url).length
      expect(beforeHalf, url).toBeGreaterThan(10)
    }
  })

  test('the total in flight never exceeds the configured limit', async () => {
    shop = await createTestShop({ config: { webhookConcurrency: 5, webhookConcurrencyPerEndpoint: 3 } })
    const other = await shop.another()
    await register(shop, { url: hanging })
    await register(shop, { url: quick }, other.keys.live)
    let underWay = 0
    let most = 0
    const gate = deferred<void>()
    shop.sender.answerWith(async () => {
      most = Math.max(most, ++underWay)
      await gate.promise
      underWay--
      return { status: 200 }
    })
    await emitEvents(shop, 40)
    await emitEvents(shop, 40, other.organisation.id)
    await shop.core.webhooks.pump()
    expect([sentTo(hanging), sentTo(quick)].sort()).toEqual([2, 3])
    gate.resolve()
    await shop.core.webhooks.settle()
    expect(most).toBe(5)
    expect(shop.sender.requests).toHaveLength(80)
    expect(new Set(shop.sender.requests.map(({ headers }) => headers['X-Webhook-Id'])).size).toBe(80)
  })

  test('two processes share the work and send nothing twice', async () => {
    const other = createDispatcher(shop.services)
    await register(shop)
    await emitEvents(shop, 60)
    await Promise.all([shop.core.webhooks.settle(), other.settle()])
    expect(new Set(shop.sender.requests.map(({ headers }) => headers['X-Webhook-Id'])).size).toBe(60)
    expect(shop.sender.requests).toHaveLength(60)
  })

  test('draining starts nothing new and waits for deliveries in flight', async () => {
    await register(shop)
    const answer = deferred<ScriptedAnswer>()
    shop.sender.answerWith(() => answer.promise)
    await emitEvents(shop, 20)
    await shop.core.webhooks.pump()
    let drained = false
    const draining = shop.core.webhooks.drain().then(() => {
      drained = true
    })
    await turn()
    expect(drained).toBe(false)
    expect(await shop.core.webhooks.nextAt()).toBeUndefined()
    answer.resolve({ status: 200 })
    await draining
    expect(shop.sender.requests).toHaveLength(8)
    expect((await statuses(shop)).filter((status) => status === 'PENDING')).toHaveLength(12)
    await shop.core.webhooks.pump()
    expect(shop.sender.requests).toHaveLength(8)
  })

  const sentTo = (url: string) => shop.sender.requests.filter((request) => request.url === url).length
})

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Runs event-loop turns until the condition holds. Throws after 10,000 turns. */
const until = async (isSo: () => Promise<boolean>) => {
  for (let count = 0; count < 10_000; count++) {
    if (await isSo()) return
    await turn()
  }
  throw new Error('It never came to be.')
}

describe('a process that dies while sending', () => {
  test('its deliveries are logged as interrupted and sent again under the same id', async () => {
    const dead = createDispatcher(shop.services)
    await register(shop)
    shop.sender.answerWith(() => new Promise(() => {}))
    await emitEvent(shop)
    await dead.pump()
    expect(await statuses(shop)).toEqual(['SENDING'])

    shop.clock.advance(3 * second)
    shop.sender.answerWith({ status: 200 })
    expect(await shop.core.webhooks.reap({ all: true })).toBe(1)
    await shop.core.webhooks.settle()
    const [delivery] = await deliveries(shop)
    expect(delivery).toMatchObject({ status: 'DELIVERED', attemptCount: 2, leaseToken: null })
    expect(delivery!.attempts.map(({ error, status }) => [error, status])).toEqual([
      ['interrupted', null],
      [null, 200],
    ])
    const ids = shop.sender.requests.map(({ headers }) => headers['X-Webhook-Id'])
    expect(ids).toEqual([delivery!.id, delivery!.id])
  })

  test('its deliveries are released after their lease if other processes are running', async () => {
    const dead = createDispatcher(shop.services)
    await register(shop)
    shop.sender.answerWith(() => new Promise(() => {}))
    await emitEvent(shop)
    await dead.pump()
    shop.sender.answerWith({ status: 200 })
    const leaseEnds = shop.clock.now() + minute
    shop.clock.advance(second)
    await shop.core.webhooks.settle()
    expect(await shop.core.webhooks.nextAt()).toBe(leaseEnds + 1)
    shop.clock.set(leaseEnds + 1)
    await shop.core.webhooks.settle()
    expect(await statuses(shop)).toEqual(['DELIVERED'])
    // The other process may still be running, or the clock may have jumped, so the log states only what is
    // known.
    const [delivery] = await deliveries(shop)
    expect(delivery!.attempts[0]!.detail).toBe(
      'The outcome of this attempt was not recorded in time, so your server may have received it. It is sent again under the same X-Webhook-Id.',
    )
  })

  test('an outcome reported after its lease was lost changes nothing and is logged', async () => {
    const warnings: string[] = []
    const log = { info() {}, warn: (message: string) => void warnings.push(message), error() {} }
    shop = await createTestShop({ ports: { log } })
    const slow = createDispatcher(shop.services)
    await register(shop)
    const late = deferred<ScriptedAnswer>()
    shop.sender.answerWith(() => late.promise)
    await emitEvent(shop)
    await slow.pump()
    shop.clock.advance(2 * minute)
    shop.sender.answerWith({ status: 200 })
    await shop.core.webhooks.settle()
    const before = await deliveries(shop)
    expect(before[0]!.status).toBe('DELIVERED')

    late.resolve({ status: 500 })
    await slow.settle()
    expect(await deliveries(shop)).toEqual(before)
    expect(warnings).toEqual(['webhook outcome ignored because its lease was lost'])
  })
})

describe('an unavailable store', () => {
  let away: boolean
  beforeEach(async () => {
    away = false
    const store = createMemoryStore()
    const write: Store['write'] = (body) =>
      away ? Promise.reject(new StoreUnavailable('The disk is full.')) : store.write(body)
    shop = await createTestShop({ ports: { store: { ...store, write } } })
  })

  test('rejects the pump, so that its caller backs off; everything is sent afterwards', async () => {
    await register(shop)
    await emitEvent(shop)
    away = true
    await expect(shop.core.webhooks.pump()).rejects.toThrow('The disk is full.')
    away = false
    await shop.core.webhooks.settle()
    expect(await statuses(shop)).toEqual(['DELIVERED'])
  })

  test('loses an outcome, which is logged, and the delivery is sent again after its lease', async () => {
    await register(shop)
    await emitEvent(shop)
    shop.sender.answerWith(() => {
      away = true
      return { status: 200 }
    })
    await shop.core.webhooks.pump()
    await until(async () => shop.logged.length > 0)
    expect(shop.logged.map(({ message }) => message)).toEqual(['webhook outcome could not be written'])
    away = false
    shop.sender.answerWith({ status: 200 })
    shop.clock.advance(minute + 1)
    await shop.core.webhooks.settle()
    expect(await statuses(shop)).toEqual(['DELIVERED'])
    expect(shop.sender.requests).toHaveLength(2)
  })
})
