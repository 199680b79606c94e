import { beforeEach, expect, test } from 'vitest'
import { createMemoryStore } from '../../../src/adapters/memory/store.ts'
import type { ScriptedAnswer } from '../../../src/adapters/memory/webhook-sender.ts'
import { type Store, StoreUnavailable } from '../../../src/core/ports/store.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'
import { deferred, deliveries, emitEvents, register, second, statuses } from '../../support/webhooks.ts'

/**
 * Four deliveries are sent at a time (the fifth slot is kept for other organisations) and two more claimed
 * ahead, at most two for each endpoint. One delivery may be slow.
 */
const config = { webhookConcurrency: 5, webhookConcurrencyPerEndpoint: 2, webhookConcurrencySlow: 4 }

let shop: TestShop
let answer: ReturnType<typeof deferred<ScriptedAnswer>>
let writes: number
let away: boolean
beforeEach(async () => {
  const store = createMemoryStore({ replay: false })
  const write: Store['write'] = (body) => {
    writes++
    return away ? Promise.reject(new StoreUnavailable('The disk is full.')) : store.write(body)
  }
  writes = 0
  away = false
  shop = await createTestShop({ config, ports: { store: { ...store, write } } })
  for (const name of ['a', 'b', 'c', 'd']) await register(shop, { url: `https://hooks.example.com/${name}` })
  answer = deferred<ScriptedAnswer>()
  shop.sender.answerWith(() => answer.promise)
})

const count = async (wanted: string) => (await statuses(shop)).filter((status) => status === wanted).length

test('a claim takes one and a half times the concurrency, at most two deliveries of an endpoint', async () => {
  await emitEvents(shop, 5)
  await shop.core.webhooks.pump()
  expect(shop.sender.requests).toHaveLength(4)
  const sending = (await deliveries(shop)).filter(({ status }) => status === 'SENDING')
  expect(sending).toHaveLength(6)
  for (const { endpointId } of sending) {
    expect(sending.filter((other) => other.endpointId === endpointId).length).toBeLessThanOrEqual(2)
  }
  answer.resolve({ status: 200 })
  await shop.core.webhooks.settle()
  expect(await count('DELIVERED')).toBe(20)
  expect(shop.sender.requests).toHaveLength(20)
})

test('draining returns claimed and unsent deliveries unchanged', async () => {
  await emitEvents(shop, 2)
  const before = await deliveries(shop)
  await shop.core.webhooks.pump()
  const draining = shop.core.webhooks.drain()
  answer.resolve({ status: 200 })
  await draining
  expect(shop.sender.requests).toHaveLength(4)
  const sent = new Set(shop.sender.requests.map(({ headers }) => headers['X-Webhook-Id']))
  const rest = (await deliveries(shop)).filter(({ id }) => !sent.has(id))
  expect(rest).toEqual(before.filter(({ id }) => !sent.has(id)))
})

test('a delivery that waited a second for a slot is released, and none is claimed ahead until a send ends', async () => {
  await emitEvents(shop, 2)
  await shop.core.webhooks.pump()
  expect(await count('SENDING')).toBe(6)
  shop.clock.advance(second + 1)
  await shop.core.webhooks.pump()
  expect(await count('SENDING')).toBe(4)
  await shop.core.webhooks.pump()
  expect(await count('SENDING')).toBe(4)
  answer.resolve({ status: 200 })
  await shop.core.webhooks.settle()
  expect(await count('DELIVERED')).toBe(8)
  expect((await deliveries(shop)).map(({ attemptCount }) => attemptCount)).toEqual(Array(8).fill(1))
})

test('a delivery that waited while the process slept is not sent on its old claim', async () => {
  await emitEvents(shop, 2)
  await shop.core.webhooks.pump()
  shop.clock.advance(120 * second)
  answer.resolve({ status: 200 })
  await shop.core.webhooks.settle()
  expect(await count('DELIVERED')).toBe(8)
  const ids = shop.sender.requests.map(({ headers }) => headers['X-Webhook-Id'])
  // The four in flight lost their leases while the process slept, and are sent again.
  expect(ids.length).toBeLessThanOrEqual(12)
  expect(new Set(ids).size).toBe(8)
})

test('simultaneous successes are recorded in one transaction', async () => {
  await emitEvents(shop, 1)
  await shop.core.webhooks.pump()
  writes = 0
  answer.resolve({ status: 200 })
  await shop.core.webhooks.settle()
  expect(await count('DELIVERED')).toBe(4)
  // One write records the outcomes; the other is the pump's next claim.
  expect(writes).toBeLessThanOrEqual(2)
})

test('successes that a failing store rejects are logged individually, and the next ones are recorded', async () => {
  await emitEvents(shop, 1)
  await shop.core.webhooks.pump()
  away = true
  answer.resolve({ status: 200 })
  while (shop.logged.length < 4) await new Promise((resolve) => setImmediate(resolve))
  expect(new Set(shop.logged.map(({ message }) => message))).toEqual(
    new Set(['webhook outcome could not be written']),
  )
  away = false
  await emitEvents(shop, 1)
  await shop.core.webhooks.settle()
  expect(await count('DELIVERED')).toBe(4)
})
