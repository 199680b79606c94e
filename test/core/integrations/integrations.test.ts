import { describe, expect, test } from 'vitest'
import { suspendOrganisation } from '../../../src/core/features/organisations/manage.ts'
import { dayMs } from '../../../src/core/kernel/time.ts'
import { connected, mapping, order, parameters } from '../../support/connectors.ts'
import { createItemShop } from '../../support/items.ts'

describe('a connector', () => {
  test('creates an item from the payload of another program', async () => {
    const shop = await connected()
    const answer = await shop.send(order())
    expect(answer).toMatchObject({ status: 200, body: { outcome: 'CREATED', itemStatus: 'SCHEDULED' } })
    const { body: item } = await shop.call('items.get', { params: { id: answer.body.itemId } })
    expect(item).toMatchObject({
      isTest: false,
      postflowId: shop.postflowId,
      recipient: {
        name: 'Zoë de Vries',
        street: 'Damrak',
        houseNumber: '12',
        postalCode: '1012 LG',
        country: 'NL',
      },
      data: { firstName: 'Zoë' },
      reference: '1007',
      metadata: { source: 'shop' },
    })
  })

  test('created with a test key creates test items, invisible to a live key', async () => {
    const shop = await createItemShop()
    const key = shop.keys.test
    const postflowId = await shop.postflow({}, key)
    const { body } = await shop.call('integrations.create', {
      key,
      body: { name: 'Try', postflowId, mapping },
    })
    expect(body.isTest).toBe(true)
    const { itemId } = (
      await shop.call('integrations.inbound', {
        key: null,
        params: { token: body.url.split('/').at(-1) },
        bytes: new TextEncoder().encode(JSON.stringify(order())),
      })
    ).body
    expect((await shop.call('items.get', { params: { id: itemId }, key })).body.isTest).toBe(true)
    expect((await shop.call('items.get', { params: { id: itemId } })).status).toBe(404)
    for (const operation of ['integrations.get', 'integrations.deliveries', 'integrations.remove']) {
      expect((await shop.call(operation, { params: { id: body.id } })).status, operation).toBe(404)
    }
  })

  test('reports errors by their position in the payload', async () => {
    const shop = await connected()
    const answer = await shop.send(
      order({ id: 'x'.repeat(300), shipping: { street: 'a'.repeat(200), country: 'Nederland' } }),
    )
    expect(answer.status).toBe(422)
    expect(parameters(answer)).toEqual(['/order/shipping/street', 'order.shipping.country', 'order.id'])
    expect(await shop.count()).toBe(0)
  })

  test('leaves correctable problems to the item’s findings', async () => {
    const shop = await connected()
    const answer = await shop.send(order({ shipping: { city: 'Amsterdam' } }))
    expect(answer.body).toMatchObject({ outcome: 'CREATED', itemStatus: 'NEEDS_ATTENTION' })
  })

  test('whose Postflow accepts no items reports that', async () => {
    const shop = await connected()
    await shop.call('postflows.archive', { params: { id: shop.postflowId } })
    expect(await shop.send(order())).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
  })

  test('of a suspended organisation is refused', async () => {
    const shop = await connected()
    await suspendOrganisation(shop.services, shop.organisation.id)
    expect(await shop.send(order())).toMatchObject({ status: 403, body: { code: 'organisation_suspended' } })
  })
})

describe('a repeated payload', () => {
  test('creates one item, and returns its id', async () => {
    const shop = await connected()
    const { itemId } = (await shop.send(order())).body
    expect((await shop.send(order())).body).toEqual({ outcome: 'DUPLICATE', itemId, itemStatus: 'SCHEDULED' })
    expect((await shop.send(order({ id: 1008 }))).body.outcome).toBe('CREATED')
    expect(await shop.count()).toBe(2)
  })

  test('is recognised by its own id, even if other fields changed', async () => {
    const shop = await connected({ idempotencyPath: 'order.id' })
    await shop.send(order())
    expect((await shop.send({ ...order(), updated: true })).body.outcome).toBe('DUPLICATE')
    expect((await shop.send({ ...order(), order: { ...order().order, id: undefined } })).body.outcome).toBe(
      'CREATED',
    )
  })

  test('creates one item if sent concurrently', async () => {
    const shop = await connected()
    const answers = await Promise.all(Array.from({ length: 8 }, () => shop.send(order())))
    const outcomes = answers.map(({ body }) => body.outcome).sort()
    expect(outcomes).toEqual(['CREATED', ...Array(7).fill('DUPLICATE')])
    expect(await shop.count()).toBe(1)
  })

  test('is recognised for seven days', async () => {
    const shop = await connected()
    await shop.send(order())
    shop.clock.advance(7 * dayMs - 1)
    expect((await shop.send(order())).body.outcome).toBe('DUPLICATE')
    shop.clock.advance(1)
    expect((await shop.send(order())).body.outcome).toBe('CREATED')
  })

  test('may be sent again after a refusal', async () => {
    const shop = await connected()
    await shop.call('postflows.pause', { params: { id: shop.postflowId } })
    await shop.call('integrations.patch', { params: { id: shop.id }, body: { active: false } })
    expect((await shop.send(order())).status).toBe(409)
    await shop.call('integrations.patch', { params: { id: shop.id }, body: { active: true } })
    expect((await shop.send(order())).body).toMatchObject({ outcome: 'CREATED', itemStatus: 'HELD' })
  })
})

describe('managing a connector', () => {
  test('shows the resulting item without writing anything', async () => {
    const shop = await connected({ idempotencyPath: 'order.id' })
    const attempt = (payload: unknown) =>
      shop.call('integrations.try', { params: { id: shop.id }, body: { payload } })
    expect((await attempt(order())).body).toMatchObject({
      valid: true,
      idempotencyId: '1007',
      item: { recipient: { name: 'Zoë de Vries' }, reference: '1007' },
    })
    const bad = (await attempt(order({ shipping: { country: 'NLD' } }))).body
    expect(bad).toMatchObject({ valid: false, item: null, errors: [{ parameter: 'order.shipping.country' }] })
    expect(await shop.count()).toBe(0)
  })

  test('shows the last fifty deliveries, newest first, without payloads', async () => {
    const shop = await connected()
    await shop.send('{')
    for (let count = 0; count < 51; count++) await shop.send(order({ id: count }))
    await shop.send(order({ id: 50 }))
    const deliveries = await shop.deliveries()
    expect(deliveries).toHaveLength(50)
    expect(deliveries.slice(0, 2).map(({ sequence, outcome }) => [sequence, outcome])).toEqual([
      [53, 'DUPLICATE'],
      [52, 'CREATED'],
    ])
    expect(deliveries.at(-1)!.sequence).toBe(4)
    expect(JSON.stringify(deliveries)).not.toContain('Vries')
    expect((await shop.call('integrations.get', { params: { id: shop.id } })).body.receivedCount).toBe(53)
  })

  test('shows why a payload was refused', async () => {
    const shop = await connected()
    await shop.send(order({ shipping: { country: 'NLD' } }))
    await shop.send('{')
    expect(await shop.deliveries()).toMatchObject([
      { outcome: 'REFUSED', code: 'malformed_body', itemId: null },
      { outcome: 'REFUSED', code: 'validation_failed', errors: [{ parameter: 'order.shipping.country' }] },
    ])
  })

  test('rotates its URL, and the old one stops working', async () => {
    const shop = await connected()
    const { body } = await shop.call('integrations.rotateSecret', { params: { id: shop.id } })
    expect(body.url).not.toBe(shop.url)
    expect((await shop.send(order())).status).toBe(404)
  })

  test('lists it with the available integrations, and removes it', async () => {
    const shop = await connected()
    const { body } = await shop.call('integrations.list')
    expect(body.catalogue.map(({ key }: { key: string }) => key)).toEqual(['inbound', 'webhooks', 'exports'])
    for (const { operations } of body.catalogue) {
      for (const id of operations) expect(await shop.core.registry.get(id), id).toBeDefined()
    }
    expect(body.connectors).toMatchObject([{ id: shop.id, name: 'Shop' }])
    expect(JSON.stringify(body)).not.toContain(shop.url.split('/').at(-1))
    expect((await shop.call('integrations.remove', { params: { id: shop.id } })).status).toBe(204)
    expect((await shop.send(order())).status).toBe(404)
  })

  test('is limited to twenty connectors in a mode', async () => {
    const shop = await createItemShop()
    const make = () =>
      shop.call('integrations.create', { body: { name: 'Shop', postflowId: shop.postflowId, mapping } })
    for (let count = 0; count < 20; count++) expect((await make()).status).toBe(201)
    expect(await make()).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
  })

  test('requires a Postflow of the same mode', async () => {
    const shop = await connected()
    const postflowId = await shop.postflow({}, shop.keys.test)
    const answer = await shop.call('integrations.patch', { params: { id: shop.id }, body: { postflowId } })
    expect([answer.status, parameters(answer)]).toEqual([422, ['postflowId']])
  })
})
