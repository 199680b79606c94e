import { beforeEach, describe, expect, test } from 'vitest'
import { everyone } from '../../src/core/ports/store.ts'
import { explainReasons } from '../../src/core/webhooks/explain-texts.ts'
import { barePostbatch } from '../support/postbatches.ts'
import { createTestShop, type TestShop } from '../support/shop.ts'
import {
  deliveries,
  exhaust,
  hour,
  liveThroughADay,
  minute,
  register,
  second,
  tell,
} from '../support/webhooks.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await createTestShop()
})

const on = (operation: string, id: string, more: object = {}) =>
  shop.call(`webhooks.${operation}`, { params: { id }, ...more })
const patch = (id: string, body: Record<string, unknown>) => on('patch', id, { body })
const send = () => shop.core.webhooks.settle()

/** The latest event of a type. */
const eventOf = async (type = 'item.created') =>
  (
    await shop.services.store.read((rows) =>
      rows.events.find(everyone, [{ field: 'type', op: 'eq', value: type }], {
        order: [{ field: 'sequence', descending: true }],
        limit: 1,
      }),
    )
  )[0]!

const explain = async (type?: string, more: object = {}) =>
  shop.call('events.explain', { params: { id: (await eventOf(type)).id }, ...more })

/** What is said of one endpoint, or the reasons for all of them. */
const about = async (id: string, type?: string) =>
  (await explain(type)).body.endpoints.find(({ endpointId }: { endpointId: string }) => endpointId === id)

const replay = async (id: string) => {
  const [delivery] = await deliveries(shop, id)
  await on('replay', id, { params: { id, deliveryId: delivery!.id } })
  await send()
}

const failing = async (status = 500) => {
  shop.sender.answerWith({ status })
  await tell(shop)
  await send()
}

describe('why an event did, or did not, reach an endpoint', () => {
  // What is done with an endpoint that takes everything, and what is then said of the last item.created.
  const cases: [reason: string, story: (id: string) => Promise<unknown>, more?: object][] = [
    ['delivered', () => tell(shop).then(send), { delivered: true, nextAttemptAt: null }],
    ['waiting', () => tell(shop), { delivered: false, nextAttemptAt: '2026-01-05T09:00:00.000Z' }],
    [
      'retrying',
      () => failing(),
      {
        undeliveredReason: 'http_status',
        nextAttemptAt: '2026-01-05T09:01:00.000Z',
        lastAttempt: { at: '2026-01-05T09:00:00.000Z', status: 500, error: null, detail: null },
      },
    ],
    ['sending', () => tell(shop).then(hang)],
    ['exhausted', () => exhaust(shop, 1), { undeliveredReason: 'http_status', nextAttemptAt: null }],
    [
      'held',
      (id) => tell(shop).then(() => patch(id, { active: false })),
      { active: false, undeliveredReason: 'endpoint_disabled' },
    ],
    ['missed', (id) => patch(id, { active: false }).then(() => tell(shop)), { active: false }],
    [
      'missed',
      (id) =>
        patch(id, { active: false })
          .then(() => tell(shop))
          .then(() => patch(id, { active: true })),
      { active: true },
    ],
    ['delivered', (id) => missedAndReplayed(id), { delivered: true, undeliveredReason: null }],
    [
      'delivered_by_replay',
      (id) =>
        failing()
          .then(ok)
          .then(() => replay(id)),
      { delivered: true },
    ],
    [
      'delivered_by_replay',
      (id) =>
        exhaust(shop, 1)
          .then(ok)
          .then(() => replay(id)),
      { delivered: true },
    ],
    ['retrying', (id) => failing().then(() => replay(id)), { delivered: false }],
    [
      'endpoint_deleted',
      (id) => tell(shop).then(() => on('remove', id)),
      { active: false, delivered: false },
    ],
    [
      'endpoint_deleted',
      (id) =>
        tell(shop)
          .then(() => on('remove', id))
          .then(send),
      { delivered: false },
    ],
    [
      'endpoint_deleted',
      (id) =>
        failing()
          .then(() => on('remove', id))
          .then(() => liveThroughADay(shop)),
    ],
    [
      'delivered',
      (id) =>
        tell(shop)
          .then(send)
          .then(() => on('remove', id)),
      { delivered: true, deletedAt: '2026-01-05T09:00:00.000Z' },
    ],
    ['not_subscribed', (id) => patch(id, { events: ['run.*'] }).then(() => tell(shop))],
    [
      'not_subscribed',
      (id) =>
        patch(id, { events: ['run.*'] })
          .then(() => tell(shop))
          .then(() => on('remove', id)),
    ],
    ['other_mode', (id) => patch(id, { filters: { isTest: true } }).then(() => tell(shop))],
    ['other_postbatch', (id) => patch(id, { filters: { postbatchId: 'pbt_1' } }).then(() => tell(shop))],
    [
      'subscribed_later',
      async (id) => {
        await patch(id, { events: ['run.*'] })
        await tell(shop)
        shop.clock.advance(second)
        await patch(id, { events: ['item.*'] })
      },
    ],
    [
      'subscribed_later',
      async (id) => {
        await patch(id, { filters: { isTest: true } })
        await tell(shop)
        shop.clock.advance(second)
        await patch(id, { filters: {} })
      },
    ],
    // Other changes say nothing about what it subscribes to.
    [
      'delivered',
      async (id) => {
        await tell(shop)
        await send()
        shop.clock.advance(second)
        await patch(id, { url: 'https://hooks.example.com/b', events: ['run.*'] })
      },
      { url: 'https://hooks.example.com/b' },
    ],
  ]
  const told = new Set<string>()
  test.each(cases)('%s (%#)', async (reason, story, more = {}) => {
    await barePostbatch(shop, 'pbt_1')
    const { id } = await register(shop)
    await story(id)
    const said = await about(id)
    expect(said).toMatchObject({ reason, ...more })
    expect(said.detail).toMatch(/^[A-Z].+\.$/)
    told.add(reason)
  })

  const ok = () => shop.sender.answerWith({ status: 200 })
  const hang = async () => {
    shop.sender.answerWith(() => new Promise(() => {}))
    await shop.core.webhooks.pump()
  }
  const missedAndReplayed = async (id: string) => {
    await patch(id, { active: false })
    await tell(shop)
    await patch(id, { active: true })
    await on('replayMissed', id)
    await send()
  }

  test('created_later', async () => {
    await tell(shop)
    const { id, url } = await register(shop)
    expect(await about(id)).toMatchObject({ url, reason: 'created_later', deliveries: [], lastAttempt: null })
    await on('remove', id)
    // It came and went: it never had to do with the event.
    expect((await explain()).body.endpoints).toEqual([])
    told.add('created_later')
  })

  test('other_postflow', async () => {
    const { id } = await register(shop)
    await shop.services.store.write((rows) =>
      rows.webhookEndpoints.update(everyone, id, { onlyPostflowId: 'pfl_1' }),
    )
    await tell(shop, { postflowId: 'pfl_2' })
    expect(await about(id)).toMatchObject({ reason: 'other_postflow' })
    told.add('other_postflow')
  })

  test('for_another_endpoint, and about_itself', async () => {
    const [one, two] = [await register(shop), await register(shop, { events: ['webhook.*'] })]
    await on('test', one.id)
    await send()
    expect(await about(one.id, 'webhook.test')).toMatchObject({ reason: 'delivered' })
    expect(await about(two.id, 'webhook.test')).toMatchObject({ reason: 'for_another_endpoint' })
    await exhaust(shop, 10)
    expect(await about(one.id, 'webhook.disabled')).toMatchObject({ reason: 'about_itself' })
    expect(await about(two.id, 'webhook.disabled')).toMatchObject({ reason: 'retrying' })
    told.add('for_another_endpoint').add('about_itself')
  })

  test('unexplained, where a delivery is not on record: nothing but a fault can say that', async () => {
    const { id } = await register(shop)
    await tell(shop)
    await shop.services.store.write((rows) =>
      rows.webhookDeliveries.remove(everyone, [{ field: 'endpointId', op: 'eq', value: id }]),
    )
    expect(await about(id)).toMatchObject({ reason: 'unexplained' })
    told.add('unexplained')
  })

  test('every reason there is has been told above', () => {
    expect([...told].sort()).toEqual([...explainReasons].sort())
  })

  test('all deliveries of it are named, the latest first', async () => {
    const { id } = await register(shop)
    await failing()
    for (let count = 0; count < 25; count++) await replay(id)
    const said = await about(id)
    expect(said.deliveries).toHaveLength(20)
    expect(said.deliveries[0]).toMatchObject({ kind: 'REPLAY', status: 'PENDING', attemptCount: 1 })
    expect(said).toMatchObject({ reason: 'retrying', delivered: false })
  })

  test('the event stands beside it, and every endpoint has its entry', async () => {
    const ids = [(await register(shop)).id, (await register(shop, { events: ['run.*'] })).id]
    await tell(shop)
    const { status, body } = await explain()
    expect(status).toBe(200)
    expect(body.event).toMatchObject({ type: 'item.created', data: { item: { id: 'itm_1' } } })
    expect(body.endpoints.map(({ endpointId }: { endpointId: string }) => endpointId)).toEqual(ids)
  })

  test('a test key sees test events and the endpoints that get nothing else', async () => {
    const key = shop.keys.test
    await register(shop)
    const own = await register(shop, {}, key)
    await tell(shop)
    expect((await explain(undefined, { key })).status).toBe(404)
    await tell(shop, { mode: 'test' })
    const { body } = await explain(undefined, { key })
    expect(body.endpoints).toMatchObject([{ endpointId: own.id, reason: 'waiting' }])
    // The scope of the feed alone does not show where endpoints are.
    const reader = await shop.key('test', ['events.read'])
    expect((await explain(undefined, { key: reader })).body.code).toBe('insufficient_scope')
  })

  test('another organisation’s event is 404', async () => {
    const stranger = await shop.another()
    await tell(shop)
    expect((await explain(undefined, { key: stranger.keys.live })).status).toBe(404)
  })
})

describe('the list of what is undelivered', () => {
  const undelivered = async (query = '', key = shop.keys.live) =>
    (await shop.call('webhooks.undelivered', { query, key })).body.data as {
      eventType: string
      status: string
      reason: string
      endpointId: string
    }[]
  const said = async (query?: string) =>
    (await undelivered(query)).map(({ status, reason }) => [status, reason])

  test('is empty while everything goes well, and has nothing of what waits its turn', async () => {
    await register(shop)
    await tell(shop)
    expect(await said()).toEqual([])
    await send()
    expect(await said()).toEqual([])
  })

  const outcomes: [reason: string, answer: object][] = [
    ['http_status', { status: 500 }],
    ['http_status', { status: 404 }],
    ['redirect', { status: 302 }],
    ...(['timeout', 'dns', 'connect', 'tls', 'reset', 'protocol', 'address_refused'] as const).map(
      (error): [string, object] => [error, { error }],
    ),
  ]
  test.each(outcomes)('says %s of an attempt that met %o', async (reason, answer) => {
    const { id } = await register(shop)
    shop.sender.answerWith(answer as never)
    await tell(shop)
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
    expect(await said(`filter[reason]=${reason}`)).toHaveLength(1)
    expect(await said(`filter[reason][ne]=${reason}`)).toEqual([])
    shop.sender.answerWith({ status: 200 })
    shop.clock.advance(minute)
    await send()
    expect(await said()).toEqual([])
  })

  test('follows what is exhausted, held, missed, replayed and deleted', async () => {
    const { id } = await register(shop)
    await exhaust(shop, 1)
    expect(await said()).toEqual([['EXHAUSTED', 'http_status']])
    await tell(shop)
    await patch(id, { active: false })
    await tell(shop)
    expect(await said('sort=createdAt')).toEqual([
      ['EXHAUSTED', 'http_status'],
      ['HELD', 'endpoint_disabled'],
      ['MISSED', 'endpoint_disabled'],
    ])
    // The replay of the first brings it to the endpoint, and it is undelivered no more.
    shop.sender.answerWith({ status: 200 })
    await replay(id)
    expect(await said('sort=createdAt')).toEqual([
      ['HELD', 'endpoint_disabled'],
      ['MISSED', 'endpoint_disabled'],
    ])
    await patch(id, { active: true })
    await on('replayMissed', id)
    expect(await said()).toEqual([])
    await tell(shop)
    await on('remove', id)
    await send()
    expect(await said('sort=createdAt')).toEqual(Array(3).fill(['DROPPED', 'endpoint_deleted']))
  })

  test('an interrupted attempt is one of them until the next gets through', async () => {
    await register(shop)
    shop.sender.answerWith(() => new Promise(() => {}))
    await tell(shop)
    await shop.core.webhooks.pump()
    await shop.core.webhooks.reap({ all: true })
    expect(await said()).toEqual([['PENDING', 'interrupted']])
  })

  test('a test that fails, or a replay, is none of them', async () => {
    const { id } = await register(shop)
    await tell(shop)
    await send()
    shop.sender.answerWith({ status: 500 })
    await on('test', id)
    await replay(id)
    expect(await said()).toEqual([])
  })

  test('a failing retry beside a replay that got through does not bring it back', async () => {
    const { id } = await register(shop)
    await failing()
    shop.sender.answerWith({ status: 200 })
    await replay(id)
    shop.sender.answerWith({ status: 500 })
    shop.clock.advance(minute)
    await send()
    expect(await said()).toEqual([])
    await patch(id, { active: false })
    expect(await said()).toEqual([])
  })

  test('is narrowed to endpoints and types, and ends after 30 days', async () => {
    const [one, two] = [await register(shop), await register(shop)]
    await failing()
    await tell(shop, { type: 'run.rendered' })
    await send()
    expect(await undelivered()).toHaveLength(4)
    expect(await undelivered(`filter[endpointId]=${one.id}`)).toHaveLength(2)
    expect(await undelivered(`filter[endpointId][in]=${one.id},${two.id}&limit=3`)).toHaveLength(3)
    expect(await undelivered('filter[eventType]=run.rendered')).toHaveLength(2)
    expect(await undelivered('filter[status]=EXHAUSTED')).toEqual([])
    shop.clock.advance(30 * 24 * hour)
    expect(await undelivered()).toEqual([])
  })

  test('a test key sees what its own endpoints lack, deleted ones too', async () => {
    const own = await register(shop, {}, shop.keys.test)
    await register(shop)
    shop.sender.answerWith({ status: 500 })
    await tell(shop, { mode: 'test' })
    await send()
    expect(await undelivered('', shop.keys.test)).toMatchObject([{ endpointId: own.id }])
    expect(await undelivered()).toEqual([])
    await on('remove', own.id)
    expect(await undelivered('', shop.keys.test)).toMatchObject([{ endpointId: own.id }])
  })
})
