import { beforeEach, describe, expect, test } from 'vitest'
import { explainReasons } from '../../../src/core/features/webhooks/schema.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { barePostbatch } from '../../support/postbatches.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'
import {
  deliveries,
  emitEvent,
  exhaustDeliveries,
  passADay,
  register,
  second,
} from '../../support/webhooks.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await createTestShop()
})

const on = (operation: string, id: string, more: object = {}) =>
  shop.call(`webhooks.${operation}`, { params: { id }, ...more })
const patch = (id: string, body: Record<string, unknown>) => on('patch', id, { body })
const send = () => shop.core.webhooks.settle()

/** Returns the latest event of a type. */
const eventOf = async (type = 'item.created') =>
  (
    await shop.services.store.read((rows) =>
      rows.events.find(everyone, { type }, { order: [{ field: 'sequence', descending: true }], limit: 1 }),
    )
  )[0]!

const explain = async (type?: string, more: object = {}) =>
  shop.call('events.explain', { params: { id: (await eventOf(type)).id }, ...more })

/** Returns the explanation of the latest event of a type for one endpoint. */
const about = async (id: string, type?: string) =>
  (await explain(type)).body.endpoints.find(({ endpointId }: { endpointId: string }) => endpointId === id)

const replay = async (id: string) => {
  const [delivery] = await deliveries(shop, id)
  await on('replay', id, { params: { id, deliveryId: delivery!.id } })
  await send()
}

const failing = async (status = 500) => {
  shop.sender.answerWith({ status })
  await emitEvent(shop)
  await send()
}

describe('the reason why an event reached an endpoint or did not', () => {
  // Each row: the expected reason, what happens to an endpoint that gets every event, and further fields.
  const cases: [reason: string, events: (id: string) => Promise<unknown>, more?: object][] = [
    ['delivered', () => emitEvent(shop).then(send), { delivered: true, nextAttemptAt: null }],
    ['waiting', () => emitEvent(shop), { delivered: false, nextAttemptAt: '2026-01-05T09:00:00.000Z' }],
    [
      'retrying',
      () => failing(),
      {
        undeliveredReason: 'http_status',
        nextAttemptAt: '2026-01-05T09:01:00.000Z',
        lastAttempt: { at: '2026-01-05T09:00:00.000Z', status: 500, error: null, detail: null },
      },
    ],
    ['sending', () => emitEvent(shop).then(hang)],
    [
      'exhausted',
      () => exhaustDeliveries(shop, 1),
      { undeliveredReason: 'http_status', nextAttemptAt: null },
    ],
    [
      'held',
      (id) => emitEvent(shop).then(() => patch(id, { active: false })),
      { active: false, undeliveredReason: 'endpoint_disabled' },
    ],
    ['missed', (id) => patch(id, { active: false }).then(() => emitEvent(shop)), { active: false }],
    [
      'missed',
      (id) =>
        patch(id, { active: false })
          .then(() => emitEvent(shop))
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
        exhaustDeliveries(shop, 1)
          .then(ok)
          .then(() => replay(id)),
      { delivered: true },
    ],
    ['retrying', (id) => failing().then(() => replay(id)), { delivered: false }],
    [
      'endpoint_deleted',
      (id) => emitEvent(shop).then(() => on('remove', id)),
      { active: false, delivered: false },
    ],
    [
      'endpoint_deleted',
      (id) =>
        emitEvent(shop)
          .then(() => on('remove', id))
          .then(send),
      { delivered: false },
    ],
    [
      'endpoint_deleted',
      (id) =>
        failing()
          .then(() => on('remove', id))
          .then(() => passADay(shop)),
    ],
    [
      'delivered',
      (id) =>
        emitEvent(shop)
          .then(send)
          .then(() => on('remove', id)),
      { delivered: true, deletedAt: '2026-01-05T09:00:00.000Z' },
    ],
    ['not_subscribed', (id) => patch(id, { events: ['run.*'] }).then(() => emitEvent(shop))],
    [
      'not_subscribed',
      (id) =>
        patch(id, { events: ['run.*'] })
          .then(() => emitEvent(shop))
          .then(() => on('remove', id)),
    ],
    ['other_mode', (id) => patch(id, { filters: { isTest: true } }).then(() => emitEvent(shop))],
    ['other_postbatch', (id) => patch(id, { filters: { postbatchId: 'pbt_1' } }).then(() => emitEvent(shop))],
    [
      'subscribed_later',
      async (id) => {
        await patch(id, { events: ['run.*'] })
        await emitEvent(shop)
        shop.clock.advance(second)
        await patch(id, { events: ['item.*'] })
      },
    ],
    [
      'subscribed_later',
      async (id) => {
        await patch(id, { filters: { isTest: true } })
        await emitEvent(shop)
        shop.clock.advance(second)
        await patch(id, { filters: {} })
      },
    ],
    // Later changes of the URL and the subscription don't affect the explanation.
    [
      'delivered',
      async (id) => {
        await emitEvent(shop)
        await send()
        shop.clock.advance(second)
        await patch(id, { url: 'https://hooks.example.com/b', events: ['run.*'] })
      },
      { url: 'https://hooks.example.com/b' },
    ],
  ]
  const covered = new Set<string>()
  test.each(cases)('%s (%#)', async (reason, events, more = {}) => {
    await barePostbatch(shop, 'pbt_1')
    const { id } = await register(shop)
    await events(id)
    const explanation = await about(id)
    expect(explanation).toMatchObject({ reason, ...more })
    expect(explanation.detail).toMatch(/^[A-Z].+\.$/)
    covered.add(reason)
  })

  const ok = () => shop.sender.answerWith({ status: 200 })
  const hang = async () => {
    shop.sender.answerWith(() => new Promise(() => {}))
    await shop.core.webhooks.pump()
  }
  const missedAndReplayed = async (id: string) => {
    await patch(id, { active: false })
    await emitEvent(shop)
    await patch(id, { active: true })
    await on('replayMissed', id)
    await send()
  }

  test('created_later', async () => {
    await emitEvent(shop)
    const { id, url } = await register(shop)
    expect(await about(id)).toMatchObject({ url, reason: 'created_later', deliveries: [], lastAttempt: null })
    await on('remove', id)
    // The endpoint was registered after the event and deleted, so it is not listed.
    expect((await explain()).body.endpoints).toEqual([])
    covered.add('created_later')
  })

  test('other_postflow', async () => {
    const { id } = await register(shop)
    await shop.services.store.write((rows) =>
      rows.webhookEndpoints.update(everyone, id, { onlyPostflowId: 'pfl_1' }),
    )
    await emitEvent(shop, { postflowId: 'pfl_2' })
    expect(await about(id)).toMatchObject({ reason: 'other_postflow' })
    covered.add('other_postflow')
  })

  test('for_another_endpoint, and about_itself', async () => {
    const [one, two] = [await register(shop), await register(shop, { events: ['webhook.*'] })]
    await on('test', one.id)
    await send()
    expect(await about(one.id, 'webhook.test')).toMatchObject({ reason: 'delivered' })
    expect(await about(two.id, 'webhook.test')).toMatchObject({ reason: 'for_another_endpoint' })
    await exhaustDeliveries(shop, 10)
    expect(await about(one.id, 'webhook.disabled')).toMatchObject({ reason: 'about_itself' })
    expect(await about(two.id, 'webhook.disabled')).toMatchObject({ reason: 'retrying' })
    covered.add('for_another_endpoint').add('about_itself')
  })

  test('unexplained, if a delivery is not recorded: only a defect can cause that', async () => {
    const { id } = await register(shop)
    await emitEvent(shop)
    await shop.services.store.write((rows) => rows.webhookDeliveries.remove(everyone, { endpointId: id }))
    expect(await about(id)).toMatchObject({ reason: 'unexplained' })
    covered.add('unexplained')
  })

  test('every reason is covered by a test above', () => {
    expect([...covered].sort()).toEqual([...explainReasons].sort())
  })

  test('all deliveries of an event are listed, the latest first', async () => {
    const { id } = await register(shop)
    await failing()
    for (let count = 0; count < 25; count++) await replay(id)
    const explanation = await about(id)
    expect(explanation.deliveries).toHaveLength(20)
    expect(explanation.deliveries[0]).toMatchObject({ kind: 'REPLAY', status: 'PENDING', attemptCount: 1 })
    expect(explanation).toMatchObject({ reason: 'retrying', delivered: false })
  })

  test('the answer contains the event and an entry for every endpoint', async () => {
    const ids = [(await register(shop)).id, (await register(shop, { events: ['run.*'] })).id]
    await emitEvent(shop)
    const { status, body } = await explain()
    expect(status).toBe(200)
    expect(body.event).toMatchObject({ type: 'item.created', data: { item: { id: 'itm_1' } } })
    expect(body.endpoints.map(({ endpointId }: { endpointId: string }) => endpointId)).toEqual(ids)
  })

  test('a test key sees test events and the endpoints that get only these', async () => {
    const key = shop.keys.test
    await register(shop)
    const own = await register(shop, {}, key)
    await emitEvent(shop)
    expect((await explain(undefined, { key })).status).toBe(404)
    await emitEvent(shop, { mode: 'test' })
    const { body } = await explain(undefined, { key })
    expect(body.endpoints).toMatchObject([{ endpointId: own.id, reason: 'waiting' }])
    // The scope `events.read` does not permit reading endpoints.
    const reader = await shop.key('test', ['events.read'])
    expect((await explain(undefined, { key: reader })).body.code).toBe('insufficient_scope')
  })

  test('returns 404 for another organisation’s event', async () => {
    const stranger = await shop.another()
    await emitEvent(shop)
    expect((await explain(undefined, { key: stranger.keys.live })).status).toBe(404)
  })
})
