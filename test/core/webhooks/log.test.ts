import { beforeEach, describe, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '../../support/shop.ts'
import { deliveries, emitEvent, hour, register } from '../../support/webhooks.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await createTestShop()
})

const on = (operation: string, id: string, more: object = {}) =>
  shop.call(`webhooks.${operation}`, { params: { id }, ...more })
const parametersOf = ({ body }: { body: { errors?: { parameter: string }[] } }) =>
  body.errors?.map(({ parameter }) => parameter)

describe('the delivery log', () => {
  test('contains every attempt and the payload', async () => {
    const { id } = await register(shop, { events: ['item.created'] })
    shop.sender.answerWith({ status: 500, body: 'Oh no' })
    await emitEvent(shop)
    await shop.core.webhooks.settle()
    const { body } = await on('deliveries', id)
    expect(body).toEqual({
      data: [
        {
          id: expect.stringMatching(/^whd_/),
          endpointId: id,
          eventId: expect.stringMatching(/^evt_/),
          eventType: 'item.created',
          kind: 'EVENT',
          status: 'PENDING',
          isTest: false,
          attempts: [
            {
              at: '2026-01-05T09:00:00.000Z',
              durationMs: 0,
              url: 'https://hooks.example.com/a',
              status: 500,
              error: null,
              detail: null,
              responseBody: 'Oh no',
            },
          ],
          attemptCount: 1,
          nextAttemptAt: '2026-01-05T09:01:00.000Z',
          finishedAt: null,
          createdAt: '2026-01-05T09:00:00.000Z',
          payload: {
            id: body.data[0].eventId,
            type: 'item.created',
            version: 1,
            createdAt: '2026-01-05T09:00:00.000Z',
            organisationId: shop.organisation.id,
            isTest: false,
            data: { item: { id: 'itm_1', status: 'CREATED' } },
          },
        },
      ],
      nextCursor: null,
      hasMore: false,
    })
  })

  test('shows a delivery as in the list, to callers with access to its endpoint and mode', async () => {
    const { id } = await register(shop)
    shop.sender.answerWith({ status: 500, body: 'Oh no' })
    await emitEvent(shop)
    await shop.core.webhooks.settle()
    const [listed] = (await on('deliveries', id)).body.data
    const get = (endpointId: string, deliveryId: string, more: object = {}) =>
      shop.call('webhooks.delivery', { params: { id: endpointId, deliveryId }, ...more })
    expect(await get(id, listed.id)).toMatchObject({ status: 200, body: listed })
    const other = await register(shop, { url: 'https://hooks.example.com/other' })
    expect((await get(other.id, listed.id)).status).toBe(404)
    expect((await get(id, 'whd_0')).status).toBe(404)
    expect((await get(id, listed.id, { key: shop.keys.test })).status).toBe(404)
    expect((await get(id, listed.id, { key: (await shop.another()).keys.live })).status).toBe(404)
  })

  const lists: [query: string, expected: string[]][] = [
    ['', ['run.rendered', 'item.held', 'item.created']],
    ['sort=createdAt', ['item.created', 'item.held', 'run.rendered']],
    ['filter[eventType]=item.held', ['item.held']],
    ['filter[eventType][in]=item.held,run.rendered', ['run.rendered', 'item.held']],
    ['filter[status]=DELIVERED', ['item.created']],
    ['filter[status][in]=PENDING,HELD', ['run.rendered', 'item.held']],
    ['filter[createdAt][gte]=2026-01-05T11:00:00Z', ['run.rendered']],
    ['filter[createdAt][lt]=2026-01-05', []],
  ]
  test.each(lists)('lists with ?%s', async (query, expected) => {
    const { id } = await register(shop)
    await emitEvent(shop, { type: 'item.created' })
    await shop.core.webhooks.settle()
    shop.clock.advance(hour)
    await emitEvent(shop, { type: 'item.held' })
    shop.clock.advance(hour)
    await emitEvent(shop, { type: 'run.rendered' })
    const { status, body } = await on('deliveries', id, { query })
    expect(status).toBe(200)
    expect(body.data.map(({ eventType }: { eventType: string }) => eventType)).toEqual(expected)
  })

  test('is paged, and a cursor of another endpoint is refused', async () => {
    const { id } = await register(shop)
    const other = await register(shop)
    await emitEvent(shop)
    await emitEvent(shop)
    const first = (await on('deliveries', id, { query: 'limit=1' })).body
    expect(first).toMatchObject({ hasMore: true })
    const query = { limit: 1, cursor: first.nextCursor }
    const second = (await on('deliveries', id, { query })).body
    expect(second).toMatchObject({ hasMore: false, nextCursor: null })
    expect(second.data[0].id).not.toBe(first.data[0].id)
    const refused = await on('deliveries', other.id, { query })
    expect([refused.status, parametersOf(refused)]).toEqual([422, ['cursor']])
  })

  test('ends after 30 days', async () => {
    const { id } = await register(shop)
    await emitEvent(shop)
    shop.clock.advance(30 * 24 * hour - 1)
    expect((await on('deliveries', id)).body.data).toHaveLength(1)
    shop.clock.advance(1)
    expect((await on('deliveries', id)).body.data).toEqual([])
  })
})

describe('sending manually', () => {
  test('delivers a test to this endpoint only, with any subscription', async () => {
    const { id } = await register(shop, { events: ['run.rendered'], url: 'https://hooks.example.com/one' })
    await register(shop, { url: 'https://hooks.example.com/all' })
    const { status, body } = await on('test', id)
    expect(status).toBe(202)
    expect(body).toMatchObject({
      endpointId: id,
      eventType: 'webhook.test',
      kind: 'TEST',
      status: 'PENDING',
      payload: { type: 'webhook.test', data: { endpoint: { id, status: 'ACTIVE' } } },
    })
    await shop.core.webhooks.settle()
    expect(shop.sender.requests.map((request) => request.url)).toEqual(['https://hooks.example.com/one'])
    expect(shop.sender.requests[0]!.headers['X-Webhook-Event']).toBe('webhook.test')
  })

  test('replays an event as a new delivery', async () => {
    const { id } = await register(shop)
    await emitEvent(shop)
    await shop.core.webhooks.settle()
    const [original] = await deliveries(shop, id)
    const { status, body } = await on('replay', id, { params: { id, deliveryId: original!.id } })
    expect(status).toBe(202)
    expect(body).toMatchObject({ kind: 'REPLAY', status: 'PENDING', eventId: original!.eventId })
    expect(body.id).not.toBe(original!.id)
    await shop.core.webhooks.settle()
    const [first, second] = shop.sender.requests
    expect(second!.body).toEqual(first!.body)
    expect(second!.headers['X-Webhook-Id']).toBe(body.id)
  })

  test('cannot replay a delivery of another endpoint', async () => {
    const [one, two] = [await register(shop), await register(shop)]
    await emitEvent(shop)
    const [first] = await deliveries(shop, one.id)
    expect((await on('replay', two.id, { params: { id: two.id, deliveryId: first!.id } })).status).toBe(404)
    expect((await on('replay', two.id, { params: { id: two.id, deliveryId: 'whd_0' } })).status).toBe(404)
  })

  test('wakes the sender', async () => {
    const { id } = await register(shop)
    await emitEvent(shop)
    const [first] = await deliveries(shop, id)
    let woken = 0
    shop.core.onWake(() => woken++)
    await on('test', id)
    await on('replay', id, { params: { id, deliveryId: first!.id } })
    expect(woken).toBe(2)
  })
})
