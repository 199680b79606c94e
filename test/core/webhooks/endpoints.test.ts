import { beforeEach, describe, expect, test } from 'vitest'
import { createMemoryWebhookSender } from '../../../src/adapters/memory/webhook-sender.ts'
import { eventTypes } from '../../../src/core/engine/events/catalogue.ts'
import { barePostbatch } from '../../support/postbatches.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'
import { deliveries, emitEvent, hour, register } from '../../support/webhooks.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await createTestShop()
})

const url = 'https://hooks.example.com/a'
const create = (body: Record<string, unknown>, key = shop.keys.live) =>
  shop.call('webhooks.create', { key, body: { url, events: ['*'], ...body } })
const on = (operation: string, id: string, more: object = {}) =>
  shop.call(`webhooks.${operation}`, { params: { id }, ...more })
const parametersOf = ({ body }: { body: { errors?: { parameter: string }[] } }) =>
  body.errors?.map(({ parameter }) => parameter)

describe('registering an endpoint', () => {
  test('returns 201 with the whole endpoint and its secret, which is never shown again', async () => {
    const { status, body } = await create({ description: ' Orders ', events: ['item.*', 'item.*'] })
    expect(status).toBe(201)
    const { secret, ...endpoint } = body
    expect(secret).toMatch(/^whsec_[A-Za-z0-9]{32}$/)
    expect(endpoint).toEqual({
      id: expect.stringMatching(/^whe_/),
      url,
      description: 'Orders',
      events: ['item.*'],
      filters: { isTest: null, postflowId: null, postbatchId: null },
      active: true,
      disabledAt: null,
      disabledReason: null,
      disabledBy: null,
      consecutiveExhausted: 0,
      createdAt: '2026-01-05T09:00:00.000Z',
      updatedAt: '2026-01-05T09:00:00.000Z',
    })
    expect((await on('get', endpoint.id)).body).toEqual(endpoint)
    expect((await shop.call('webhooks.list')).body.data).toEqual([endpoint])
  })

  test('stores the secret encrypted', async () => {
    const { id, secret } = await register(shop)
    const row = await shop.services.store.read((rows) =>
      rows.webhookEndpoints.get({ organisationId: shop.organisation.id }, id),
    )
    expect(new TextDecoder().decode(row!.secret)).not.toContain(secret.slice(6))
  })

  const refusals: [why: string, body: Record<string, unknown>, parameters: string[]][] = [
    ['http', { url: 'http://hooks.example.com/a' }, ['url']],
    ['a private address', { url: 'https://10.0.0.1/a' }, ['url']],
    ['a loopback name', { url: 'https://localhost/a' }, ['url']],
    ['an invalid URL', { url: 'hooks' }, ['url']],
    ['an overlong URL', { url: `https://hooks.example.com/${'a'.repeat(2048)}` }, ['url']],
    ['no events', { events: [] }, ['events']],
    ['an unknown event', { events: ['item.created', 'item.lost'] }, ['events[1]']],
    ['an unknown family', { events: ['order.*'] }, ['events[0]']],
    ['an unknown filter', { filters: { isTest: true, itemId: 'itm_1' } }, ['filters.itemId']],
    ['a filter of another type', { filters: { isTest: 'yes' } }, ['filters.isTest']],
    ['an overlong Postflow id', { filters: { postflowId: 'p'.repeat(41) } }, ['filters.postflowId']],
    ['an unknown Postflow', { filters: { postflowId: 'pfl_1' } }, ['filters.postflowId']],
    ['several at once', { url: 7, events: 'all', secret: 'x' }, ['events', 'secret', 'url']],
    [
      'http and an unknown event',
      { url: 'http://hooks.example.com/a', events: ['item.lost'] },
      ['events[0]', 'url'],
    ],
    [
      'a URL and a Postflow',
      { url: 'https://127.0.0.1/', filters: { postflowId: 'pfl_1' } },
      ['filters.postflowId', 'url'],
    ],
  ]
  test.each(refusals)('refuses %s with 422 that names it', async (_why, body, parameters) => {
    const response = await create(body)
    expect(response.status).toBe(422)
    expect(response.body.code).toBe('validation_failed')
    expect(parametersOf(response)!.sort()).toEqual(parameters)
    expect((await shop.call('webhooks.list')).body.data).toEqual([])
  })

  test.each([
    ['live', false, 'test'],
    ['test', true, 'live'],
  ] as const)(
    '%s events only and a Postbatch of the other mode are refused',
    async (_mode, isTest, other) => {
      await barePostbatch(shop, 'pbt_1', other)
      const refused = await create({ filters: { isTest, postbatchId: 'pbt_1' } })
      expect([refused.status, parametersOf(refused)]).toEqual([422, ['filters.postbatchId']])
      expect((await create({ filters: { isTest: !isTest, postbatchId: 'pbt_1' } })).status).toBe(201)
    },
  )

  test.each([...Object.keys(eventTypes), 'item.*', 'run.*', 'qr.*', '*'])('accepts %s', async (event) => {
    expect((await create({ events: [event] })).status).toBe(201)
  })

  test('the 21st endpoint is refused until one is deleted', async () => {
    for (let number = 0; number < 20; number++) expect((await create({})).status).toBe(201)
    const refused = await create({})
    expect(refused).toMatchObject({ status: 409, body: { code: 'webhook_limit_reached' } })
    expect((await create({}, shop.keys.test)).status).toBe(409)
    const { data } = (await shop.call('webhooks.list')).body
    expect((await on('remove', data[0].id)).status).toBe(204)
    expect((await create({})).status).toBe(201)
  })

  test('allows http if the operator allows it, for development', async () => {
    const webhookSender = createMemoryWebhookSender({ allowInsecure: true, allowCidrs: [] })
    shop = await createTestShop({ config: { allowInsecureWebhooks: true }, ports: { webhookSender } })
    expect((await create({ url: 'http://127.0.0.1:9999/hook' })).status).toBe(201)
  })

  test('requires the scope webhooks.manage, even for reading', async () => {
    const { id } = await register(shop)
    const key = await shop.key('live', ['items.read', 'events.read'])
    const answers = await Promise.all([
      create({}, key),
      shop.call('webhooks.list', { key }),
      on('get', id, { key }),
      on('deliveries', id, { key }),
    ])
    expect(answers.map(({ body }) => body.code)).toEqual(Array(4).fill('insufficient_scope'))
  })
})

describe('the events that an endpoint gets', () => {
  const cases: [string, Record<string, unknown>, string[]][] = [
    ['everything', { events: ['*'] }, ['item.created', 'item.held', 'run.rendered', 'test item.created']],
    ['one type', { events: ['item.held'] }, ['item.held']],
    ['a family', { events: ['item.*'] }, ['item.created', 'item.held', 'test item.created']],
    ['live only', { filters: { isTest: false } }, ['item.created', 'item.held', 'run.rendered']],
    ['test only', { filters: { isTest: true } }, ['test item.created']],
    ['one Postbatch', { filters: { postbatchId: 'pbt_1' } }, ['item.held']],
    [
      'filters that are null',
      { filters: { isTest: null, postbatchId: null }, events: ['run.*'] },
      ['run.rendered'],
    ],
  ]
  test.each(cases)('%s', async (_what, body, expected) => {
    await barePostbatch(shop, 'pbt_1')
    const { id } = await register(shop, body)
    await emitEvent(shop, { type: 'item.created' })
    await emitEvent(shop, { type: 'item.held', postbatchId: 'pbt_1' })
    await emitEvent(shop, { type: 'run.rendered', postbatchId: 'pbt_2' })
    await emitEvent(shop, { type: 'item.created', mode: 'test' })
    const got = (await deliveries(shop, id)).map(({ mode, eventType }) =>
      mode === 'test' ? `test ${eventType}` : eventType,
    )
    expect(got).toEqual(expected)
  })

  test('never include those of another organisation', async () => {
    const { organisation } = await shop.another()
    const { id } = await register(shop)
    await emitEvent(shop, { organisationId: organisation.id })
    expect(await deliveries(shop, id)).toEqual([])
  })
})

describe('test keys', () => {
  test.each([
    ['absent', undefined],
    ['empty', {}],
    ['null', { isTest: null }],
    ['true', { isTest: true }],
  ])('create endpoints for test events, with filters %s', async (_case, filters) => {
    const { status, body } = await create(filters ? { filters } : {}, shop.keys.test)
    expect([status, body.filters.isTest]).toEqual([201, true])
  })

  test('may not create endpoints for live events', async () => {
    const key = shop.keys.test
    const filters = { isTest: false }
    const made = await create({ filters }, key)
    expect([made.status, parametersOf(made)]).toEqual([422, ['filters.isTest']])
    const { id } = await register(shop, {}, key)
    const changed = await on('patch', id, { key, body: { filters } })
    expect([changed.status, parametersOf(changed)]).toEqual([422, ['filters.isTest']])
  })

  test('read and change only endpoints for test events', async () => {
    const live = await register(shop)
    const own = await register(shop, {}, shop.keys.test)
    const key = shop.keys.test
    const listed = await shop.call('webhooks.list', { key, query: 'include=total' })
    expect(listed.body).toMatchObject({ data: [{ id: own.id }], totalCount: 1 })
    const denied = await Promise.all([
      on('get', live.id, { key }),
      on('patch', live.id, { key, body: { active: false } }),
      on('remove', live.id, { key }),
      on('test', live.id, { key }),
      on('rotateSecret', live.id, { key }),
      on('replayMissed', live.id, { key }),
      on('deliveries', live.id, { key }),
    ])
    expect(denied.map(({ status }) => status)).toEqual(Array(7).fill(404))
    expect((await on('patch', own.id, { key, body: { filters: {} } })).body.filters.isTest).toBe(true)
    expect((await shop.call('webhooks.list')).body.data).toHaveLength(2)
  })

  test('see the deliveries of test mode, live keys those of live mode', async () => {
    const { id } = await register(shop, {}, shop.keys.test)
    await emitEvent(shop, { mode: 'test' })
    expect((await on('deliveries', id, { key: shop.keys.test })).body.data).toHaveLength(1)
    expect((await on('deliveries', id)).body.data).toEqual([])
  })
})

describe('changing an endpoint', () => {
  test('sets the given fields and keeps the others', async () => {
    const { id } = await register(shop, { description: 'Orders', filters: { isTest: true } })
    shop.clock.advance(hour)
    const { status, body } = await on('patch', id, {
      body: { url: 'https://hooks.example.com/b', events: ['run.*'], filters: {} },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      url: 'https://hooks.example.com/b',
      description: 'Orders',
      events: ['run.*'],
      filters: { isTest: null },
      active: true,
      createdAt: '2026-01-05T09:00:00.000Z',
      updatedAt: '2026-01-05T10:00:00.000Z',
    })
    expect((await on('patch', id, { body: { description: null } })).body.description).toBeNull()
    expect((await on('get', id)).body.description).toBeNull()
  })

  test.each([
    ['a private address', { url: 'https://192.168.1.1/' }, ['url']],
    ['a field that cannot be changed', { secret: 'whsec_mine' }, ['secret']],
    ['a value of another type for active', { active: 'true' }, ['active']],
  ])('refuses %s and changes nothing', async (_what, body, parameters) => {
    const { id } = await register(shop)
    const before = (await on('get', id)).body
    const response = await on('patch', id, { body: { events: ['run.*'], ...body } })
    expect([response.status, parametersOf(response)]).toEqual([422, parameters])
    expect((await on('get', id)).body).toEqual(before)
  })

  test('to its current status changes nothing', async () => {
    const { id } = await register(shop)
    expect((await on('patch', id, { body: { active: true } })).body).toMatchObject({ active: true })
    await on('patch', id, { body: { active: false } })
    const { disabledAt } = (await on('get', id)).body
    shop.clock.advance(hour)
    expect((await on('patch', id, { body: { active: false } })).body).toMatchObject({
      active: false,
      disabledAt,
    })
  })

  test('to a new URL applies to waiting deliveries too', async () => {
    const { id } = await register(shop)
    shop.sender.answerWith({ status: 500 })
    await emitEvent(shop)
    await shop.core.webhooks.settle()
    await on('patch', id, { body: { url: 'https://hooks.example.com/b' } })
    shop.clock.advance(hour)
    await shop.core.webhooks.settle()
    expect(shop.sender.requests.map((request) => request.url)).toEqual([url, 'https://hooks.example.com/b'])
  })

  test('is impossible after deletion, which drops its waiting deliveries', async () => {
    const { id } = await register(shop)
    await emitEvent(shop)
    expect(await on('remove', id)).toMatchObject({ status: 204, body: undefined })
    await shop.core.webhooks.settle()
    expect(shop.sender.requests).toEqual([])
    expect(await deliveries(shop, id)).toMatchObject([{ status: 'DROPPED', nextAttemptAt: null }])
    expect((await on('get', id)).status).toBe(404)
    expect((await on('remove', id)).status).toBe(404)
  })

  test('returns 404 for an unknown endpoint in every operation', async () => {
    const stranger = await shop.another()
    const { id } = await register(shop)
    const operations = ['get', 'remove', 'test', 'rotateSecret', 'replayMissed', 'deliveries']
    for (const operation of operations) {
      expect((await on(operation, 'whe_0')).status, operation).toBe(404)
      expect((await on(operation, id, { key: stranger.keys.live })).status, operation).toBe(404)
    }
  })
})
