import { beforeEach, describe, expect, test } from 'vitest'
import { createMemoryStore } from '../../../src/adapters/memory/store.ts'
import type { ScriptedAnswer } from '../../../src/adapters/memory/webhook-sender.ts'
import { Capacity, type Lane, type Owner } from '../../../src/core/features/webhooks/delivery/capacity.ts'
import { type Config, defaultConfig } from '../../../src/core/kernel/config.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'
import { deferred, deliveries, emitEvents, register, second, statuses } from '../../support/webhooks.ts'

/**
 * Eight quick slots, of which one organisation may take six; eight slow ones, of which it may take two. Each
 * endpoint gets at most two concurrent deliveries until it has proved fast.
 */
const few: Partial<Config> = {
  webhookConcurrency: 8,
  webhookConcurrencyPerEndpoint: 2,
  webhookConcurrencySlow: 8,
}

let shop: TestShop
/** Requests that hang, by URL, the oldest first. */
let hanging: Map<string, ((answer: ScriptedAnswer) => void)[]>
const open = async (config: Partial<Config> = {}) => {
  // The tests count event-loop turns until a delivery is sent, so they need the memory store.
  shop = await createTestShop({ config, ports: { store: createMemoryStore() } })
  hanging = new Map()
  shop.sender.answerWith(({ url }) => {
    if (!url.includes('hang')) return { status: 200 }
    const { promise, resolve } = deferred<ScriptedAnswer>()
    hanging.set(url, [...(hanging.get(url) ?? []), resolve])
    return promise
  })
}
beforeEach(() => open())

const urlOf = (name: string) => `https://hooks.example.com/${name}`
const sentTo = (name: string) => shop.sender.requests.filter(({ url }) => url.includes(`/${name}`)).length
const activeCount = () => shop.core.webhooks.activeCount()
const delivered = async (endpointId: string) =>
  (await statuses(shop, endpointId)).filter((status) => status === 'DELIVERED').length

/** Runs event-loop turns until no work is left. */
const untilQuiet = async () => {
  for (let count = 0; count < 50; count++) await new Promise((resolve) => setImmediate(resolve))
  await shop.core.webhooks.pump()
  for (let count = 0; count < 50; count++) await new Promise((resolve) => setImmediate(resolve))
}
/** Answers all hanging requests to endpoints whose name begins with `name`. */
const answerAll = async (name: string, answer: ScriptedAnswer) => {
  const now = [...hanging].filter(([url]) => url.includes(`/${name}`))
  for (const [url, resolves] of now) {
    hanging.delete(url)
    for (const resolve of resolves) resolve(answer)
  }
  await untilQuiet()
}
const later = async (ms: number) => {
  shop.clock.advance(ms)
  await untilQuiet()
}
const registerMany = async (count: number, name: string, key?: string) => {
  for (let number = 0; number < count; number++) await register(shop, { url: urlOf(`${name}${number}`) }, key)
}
/** Creates another organisation with an endpoint. */
const neighbour = async (name: string) => {
  const { organisation, keys } = await shop.another()
  const endpoint = await register(shop, { url: urlOf(name) }, keys.live)
  return { id: organisation.id, endpointId: endpoint.id, key: keys.live }
}
/** Expects one event a second to be delivered, for 30 s, while hanging requests time out every 10 s. */
const isServedEachSecond = async (
  other: { id: string; endpointId: string },
  whileWaiting = async () => {},
) => {
  for (let round = 1; round <= 30; round++) {
    await whileWaiting()
    await emitEvents(shop, 1, other.id)
    await untilQuiet()
    expect(await delivered(other.endpointId), `after ${round} s`).toBe(round)
    if (round % 10 === 0) await answerAll('hang', { error: 'timeout' })
    await later(second)
  }
}

describe('hanging receivers', () => {
  test('of one organisation, even twenty, never delay another organisation', async () => {
    await registerMany(20, 'hang')
    const other = await neighbour('well')
    await emitEvents(shop, 10)
    await untilQuiet()
    await isServedEachSecond(other, () => emitEvents(shop, 1))
  })

  test('of several organisations delay no other once each has hung for a second', async () => {
    await registerMany(20, 'hang-a')
    for (const name of ['hang-b', 'hang-c', 'hang-d']) {
      const { id, key } = await neighbour(name)
      await registerMany(19, name, key)
      await emitEvents(shop, 10, id)
    }
    const other = await neighbour('well')
    await emitEvents(shop, 10)
    for (let count = 0; count < 4; count++) await later(second + 1)
    await isServedEachSecond(other)
  })

  test('free their slot for others after a second', async () => {
    await open(few)
    await registerMany(4, 'hang')
    await emitEvents(shop, 2)
    await untilQuiet()
    expect(activeCount()).toBe(6)
    await later(second)
    expect(activeCount()).toBe(6)
    expect(await shop.core.webhooks.nextAt()).toBe(shop.clock.now() + 1)
    await register(shop, { url: urlOf('well') })
    await later(1)
    await emitEvents(shop, 20)
    await untilQuiet()
    expect(sentTo('well')).toBe(20)
  })

  test('of an organisation have a limited number of slow attempts, and slow endpoints start no more', async () => {
    await open(few)
    await registerMany(4, 'hang')
    await emitEvents(shop, 2)
    await untilQuiet()
    await later(second + 1)
    expect(activeCount()).toBe(6)
    await emitEvents(shop, 2)
    await later(second + 1)
    expect(activeCount()).toBe(6)
    // All but the two slow attempts hold quick slots, and the other organisation gets slots anyway.
    const other = await neighbour('hang-other')
    await emitEvents(shop, 2, other.id)
    await untilQuiet()
    expect(sentTo('hang-other')).toBe(2)
  })

  test('that time out have one attempt in flight until they respond in time', async () => {
    await registerMany(1, 'hang')
    await emitEvents(shop, 30)
    await untilQuiet()
    expect(sentTo('hang')).toBe(8)
    await later(10 * second)
    await answerAll('hang', { error: 'timeout' })
    expect(sentTo('hang')).toBe(9)
    await later(10 * second)
    expect(activeCount()).toBe(1)
    await answerAll('hang', { error: 'timeout' })
    expect(activeCount()).toBe(1)
    await answerAll('hang', { status: 200 })
    expect(activeCount()).toBe(8)
  })

  test('that respond after seconds keep their eight slots among the slow ones', async () => {
    await registerMany(1, 'hang')
    await emitEvents(shop, 30)
    await untilQuiet()
    await later(2 * second)
    await answerAll('hang', { status: 200 })
    expect(activeCount()).toBe(8)
    await later(2 * second)
    await answerAll('hang', { status: 200 })
    expect(activeCount()).toBe(8)
    expect((await deliveries(shop)).filter(({ status }) => status === 'DELIVERED')).toHaveLength(16)
  })

  test('delay nothing due to the last endpoint of a claim that is full', async () => {
    await registerMany(1, 'hang')
    await emitEvents(shop, 8)
    await untilQuiet()
    expect(activeCount()).toBe(8)
    // 63 deliveries, and eight to the last endpoint; a claim takes 64.
    for (let number = 0; number < 9; number++) {
      const { id } = await neighbour(`well${number}`)
      await emitEvents(shop, 7, id)
    }
    const last = await neighbour('last')
    await emitEvents(shop, 8, last.id)
    await untilQuiet()
    expect(sentTo('well')).toBe(63)
    expect(sentTo('last')).toBe(8)
  })

  test('do not count as quick forever after the clock was set back', async () => {
    await open(few)
    await registerMany(4, 'hang')
    await emitEvents(shop, 2)
    await untilQuiet()
    shop.clock.set(shop.clock.now() - 3600 * second)
    await untilQuiet()
    await register(shop, { url: urlOf('well') })
    await emitEvents(shop, 1)
    await untilQuiet()
    expect(sentTo('well')).toBe(1)
  })
})

describe('the shares of organisations', () => {
  test('are three quarters of the slots for one, and equal for two', async () => {
    await open(few)
    await registerMany(5, 'hang-a')
    const { id, key } = await neighbour('hang-b')
    await registerMany(4, 'hang-b', key)
    await emitEvents(shop, 5)
    await untilQuiet()
    expect(sentTo('hang-a')).toBe(6)
    await emitEvents(shop, 5, id)
    await untilQuiet()
    expect(sentTo('hang-b')).toBe(2)
    // A freed slot goes to the organisation that has fewer.
    await answerAll('hang-a0', { status: 200 })
    expect(sentTo('hang-b') - 2).toBeGreaterThan(0)
  })

  test('leave a slot for the next endpoint while others hold theirs', async () => {
    await open()
    const shares: number[] = []
    for (let number = 0; number < 4; number++) {
      const { id, key } = await neighbour(`hang${number}`)
      await registerMany(8, `hang${number}-`, key)
      await emitEvents(shop, 8, id)
      await untilQuiet()
      shares.push(sentTo(`hang${number}`))
    }
    expect(shares).toEqual([48, 12, 3, 1])
  })
})

describe('each limit, on both sides', () => {
  const tardy = new Map([
    ['slow', 'slow' as const],
    ['timed out', 'timeout' as const],
  ])
  const roomWith = (count: number, lane: Lane, each: (number: number) => Owner) => {
    const room = new Capacity(defaultConfig, tardy)
    for (let number = 0; number < count; number++) room.count(each(number), lane, 1)
    return room
  }
  const own = (endpointId: string): Owner => ({ organisationId: 'own', endpointId })
  const ofOwn = (number: number) => own(`own ${number}`)
  const ofMany = (number: number) => ({ organisationId: `org ${number}`, endpointId: `of ${number}` })

  test.each<[string, number, Lane, (number: number) => Owner, Owner, Lane]>([
    ['quick slots of an endpoint', 8, 'quick', () => own('one'), own('one'), 'quick'],
    ['slow attempts of an endpoint that responds', 8, 'slow', () => own('slow'), own('slow'), 'slow'],
    ['attempts to an endpoint that timed out', 1, 'slow', () => own('timed out'), own('timed out'), 'slow'],
    ['quick slots of an organisation', 48, 'quick', ofOwn, own('next'), 'quick'],
    ['quick slots in total', 64, 'quick', ofMany, own('next'), 'quick'],
    ['slow attempts of an organisation', 250, 'slow', ofOwn, own('slow'), 'slow'],
    ['slow attempts in total', 1000, 'slow', ofMany, own('slow'), 'slow'],
  ])('%s: %i', (_what, most, lane, each, next, expected) => {
    expect(roomWith(most - 1, lane, each).laneOf(next)).toBe(expected)
    expect(roomWith(most, lane, each).laneOf(next)).toBeUndefined()
  })
})
