import { beforeEach, describe, expect, test } from 'vitest'
import { everyone } from '../../../src/core/ports/store.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'
import {
  deliveries,
  emitEvent,
  emitEvents,
  exhaustDeliveries,
  hour,
  minute,
  register,
  statuses,
} from '../../support/webhooks.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await createTestShop()
})

const on = (operation: string, id: string, more: object = {}) =>
  shop.call(`webhooks.${operation}`, { params: { id }, ...more })
const patch = (id: string, body: Record<string, unknown>) => on('patch', id, { body })
const send = () => shop.core.webhooks.settle()

const failing = async () => {
  shop.sender.answerWith({ status: 500 })
  await emitEvent(shop)
  await send()
}

const replay = async (id: string) => {
  const [delivery] = await deliveries(shop, id)
  await on('replay', id, { params: { id, deliveryId: delivery!.id } })
  await send()
}

describe('the list of undelivered events', () => {
  const undelivered = async (query = '', key = shop.keys.live) =>
    (await shop.call('webhooks.undelivered', { query, key })).body.data as {
      eventType: string
      status: string
      reason: string
      endpointId: string
    }[]
  const reasons = async (query?: string) =>
    (await undelivered(query)).map(({ status, reason }) => [status, reason])

  test('is empty while everything is delivered or waits its turn', async () => {
    await register(shop)
    await emitEvent(shop)
    expect(await reasons()).toEqual([])
    await send()
    expect(await reasons()).toEqual([])
  })

  test('names the item of an event', async () => {
    await register(shop)
    await failing()
    const [one] = await undelivered()
    expect(one).toMatchObject({ itemId: null, postbatchId: null })
    await shop.services.store.write((rows) =>
      rows.events.updateWhere(everyone, {}, { itemId: 'itm_1', postbatchId: 'pbt_1' }),
    )
    expect((await undelivered())[0]).toMatchObject({ itemId: 'itm_1', postbatchId: 'pbt_1' })
  })

  const outcomes: [reason: string, answer: object][] = [
    ['http_status', { status: 500 }],
    ['http_status', { status: 404 }],
    ['redirect', { status: 302 }],
    ...(['timeout', 'dns', 'connect', 'tls', 'reset', 'protocol', 'address_refused'] as const).map(
      (error): [string, object] => [error, { error }],
    ),
  ]
  test.each(outcomes)('shows %s for an attempt that met %o', async (reason, answer) => {
    const { id } = await register(shop)
    shop.sender.answerWith(answer as never)
    await emitEvent(shop)
    await send()
    expect(await undelivered()).toMatchObject([
      {
        id: (await deliveries(shop, id))[0]!.id,
        endpointId: id,
        eventType: 'item.created',
        isTest: false,
        status: 'PENDING',
        reason,
        attemptCount: 1,
        nextAttemptAt: '2026-01-05T09:01:00.000Z',
        lastAttempt: { at: '2026-01-05T09:00:00.000Z' },
      },
    ])
    expect(await reasons(`filter[reason]=${reason}`)).toHaveLength(1)
    expect(await reasons(`filter[reason][ne]=${reason}`)).toEqual([])
    shop.sender.answerWith({ status: 200 })
    shop.clock.advance(minute)
    await send()
    expect(await reasons()).toEqual([])
  })

  test('tracks exhausted, held, missed, replayed and deleted deliveries', async () => {
    const { id } = await register(shop)
    await exhaustDeliveries(shop, 1)
    expect(await reasons()).toEqual([['EXHAUSTED', 'http_status']])
    await emitEvent(shop)
    await patch(id, { active: false })
    await emitEvent(shop)
    expect(await reasons('sort=createdAt')).toEqual([
      ['EXHAUSTED', 'http_status'],
      ['HELD', 'endpoint_disabled'],
      ['MISSED', 'endpoint_disabled'],
    ])
    // A successful replay of the exhausted delivery removes it from the list.
    shop.sender.answerWith({ status: 200 })
    await replay(id)
    expect(await reasons('sort=createdAt')).toEqual([
      ['HELD', 'endpoint_disabled'],
      ['MISSED', 'endpoint_disabled'],
    ])
    await patch(id, { active: true })
    await on('replayMissed', id)
    expect(await reasons()).toEqual([])
    await emitEvent(shop)
    await on('remove', id)
    expect(await reasons('sort=createdAt')).toEqual(Array(3).fill(['DROPPED', 'endpoint_deleted']))
  })

  test('drops deliveries of an endpoint deleted afterwards, as `explain` says', async () => {
    const { id } = await register(shop)
    shop.sender.answerWith({ status: 500 })
    await emitEvent(shop)
    await send()
    await on('test', id)
    const other = await register(shop)
    await emitEvent(shop)
    await patch(other.id, { active: false })
    await emitEvent(shop)
    for (const endpointId of [id, other.id]) await on('remove', endpointId)
    const dropped = ['DROPPED', 'endpoint_deleted']
    expect(await reasons('sort=createdAt')).toEqual(Array(5).fill(dropped))
    for (const row of await deliveries(shop)) {
      expect(row).toMatchObject({ status: 'DROPPED', nextAttemptAt: null, finishedAt: shop.clock.now() })
    }
  })

  test('shows deliveries of a deleted endpoint as dropped, by a job if there are many', async () => {
    const { id } = await register(shop)
    await emitEvents(shop, 1201)
    await on('remove', id)
    expect((await statuses(shop)).filter((status) => status === 'PENDING')).toHaveLength(701)
    await shop.core.scheduler.tick()
    expect(new Set(await statuses(shop))).toEqual(new Set(['DROPPED']))
  })

  test('includes an interrupted attempt until a later one succeeds', async () => {
    await register(shop)
    shop.sender.answerWith(() => new Promise(() => {}))
    await emitEvent(shop)
    await shop.core.webhooks.pump()
    await shop.core.webhooks.reap({ all: true })
    expect(await reasons()).toEqual([['PENDING', 'interrupted']])
  })

  test('excludes failing tests and replays', async () => {
    const { id } = await register(shop)
    await emitEvent(shop)
    await send()
    shop.sender.answerWith({ status: 500 })
    await on('test', id)
    await replay(id)
    expect(await reasons()).toEqual([])
  })

  test('excludes a delivery whose replay succeeded, even if a retry fails', async () => {
    const { id } = await register(shop)
    await failing()
    shop.sender.answerWith({ status: 200 })
    await replay(id)
    shop.sender.answerWith({ status: 500 })
    shop.clock.advance(minute)
    await send()
    expect(await reasons()).toEqual([])
    await patch(id, { active: false })
    expect(await reasons()).toEqual([])
  })

  test('is filtered by endpoints and types, and ends after 30 days', async () => {
    const [one, two] = [await register(shop), await register(shop)]
    await failing()
    await emitEvent(shop, { type: 'run.rendered' })
    await send()
    expect(await undelivered()).toHaveLength(4)
    expect(await undelivered(`filter[endpointId]=${one.id}`)).toHaveLength(2)
    expect(await undelivered(`filter[endpointId][in]=${one.id},${two.id}&limit=3`)).toHaveLength(3)
    expect(await undelivered('filter[eventType]=run.rendered')).toHaveLength(2)
    expect(await undelivered('filter[status]=EXHAUSTED')).toEqual([])
    shop.clock.advance(30 * 24 * hour)
    expect(await undelivered()).toEqual([])
  })

  test('shows a test key what its own endpoints missed, including deleted ones', async () => {
    const own = await register(shop, {}, shop.keys.test)
    await register(shop)
    shop.sender.answerWith({ status: 500 })
    await emitEvent(shop, { mode: 'test' })
    await send()
    expect(await undelivered('', shop.keys.test)).toMatchObject([{ endpointId: own.id }])
    expect(await undelivered()).toEqual([])
    await on('remove', own.id)
    expect(await undelivered('', shop.keys.test)).toMatchObject([{ endpointId: own.id }])
  })
})
