import { beforeEach, describe, expect, test } from 'vitest'
import { everyone } from '../../../src/core/ports/store.ts'
import { type ConnectedShop, connected, mapping, order } from '../../support/connectors.ts'
import { zoe } from '../../support/recipients.ts'

const shipping = { street: 'Damrak', number: 12, zip: '1012 LG', city: 'Amsterdam' }
const elsewhere = { street: 'Coolsingel', number: 40, zip: '3011 AD', city: 'Rotterdam' }

let shop: ConnectedShop
let stop: () => Promise<void>
beforeEach(async () => {
  shop = await connected()
  stop = async () => {
    await shop.services.store.write((rows) =>
      rows.connectors.update(everyone, shop.id, { stoppedAt: shop.services.clock.now() }),
    )
  }
})

const stored = () => shop.services.store.read((rows) => rows.connectorPayloads.find(everyone, {}))

const store = async (payload: unknown): Promise<string> => {
  const { body } = await shop.send(payload)
  expect(body.outcome).toBe('STORED')
  return body.itemId
}

const erase = async (recipient: object = zoe, key = shop.keys.live) => {
  const item = await shop.create(
    { recipient, ...(key === shop.keys.live ? {} : { postflowId: await shop.postflow({}, key) }) },
    key,
  )
  await shop.act('items.cancel', item.id, { key })
  expect((await shop.act('items.erase', item.id, { key })).status).toBe(202)
  await shop.settle()
  expect((await shop.act('items.get', item.id, { key })).body.erasure.completedAt).not.toBeNull()
  return item.id
}

describe('an erasure and the payloads stored by a stopped connector', () => {
  test.each<[string, unknown]>([
    ['as the recipient', order()],
    ['as the recipient in another spelling', order({ customer: { first: 'ZOE', last: 'DE VRIES' } })],
    [
      'as the payer, with another recipient',
      order({
        customer: { first: 'Ada', last: 'Alba' },
        shipping: elsewhere,
        billing: { name: 'Mevr. Zoë de Vries', postcode: '1012lg' },
      }),
    ],
    [
      'in parts of a longer text',
      order({
        customer: { first: 'Ada', last: 'Alba' },
        shipping: elsewhere,
        note: 'A present of Zoë de Vries, Damrak 12, 1012 LG Amsterdam',
      }),
    ],
  ])('removes a payload that names the recipient %s', async (_, payload) => {
    await stop()
    const id = await store(payload)
    await erase()
    expect(await stored()).toEqual([])
    expect((await shop.deliveries())[0]).toMatchObject({
      outcome: 'STORED',
      itemId: null,
      detail: expect.stringContaining('erased'),
    })
    const entries = await shop.services.store.read((rows) =>
      rows.auditLog.find(everyone, { resource: 'connector', resourceId: shop.id, operation: 'items.erase' }),
    )
    expect(entries).toMatchObject([
      {
        action: 'CHANGED',
        actorType: 'OPERATOR',
        before: { erasedPayloads: 0 },
        after: { erasedPayloads: 1 },
      },
    ])
    expect(JSON.stringify(entries)).not.toContain(id)
    expect((await shop.act('integrations.adopt', shop.id)).status).toBe(200)
    await shop.settle()
    expect((await shop.act('items.get', id)).status).toBe(404)
    expect(shop.logged).toEqual([])
  })

  test.each<[string, unknown]>([
    ['a different recipient with the same name', order({ shipping: elsewhere })],
    ['a neighbour', order({ customer: { first: 'Ada', last: 'Alba' } })],
    ['a relative at the same address', order({ customer: { first: 'Piet', last: 'de Vries' } })],
  ])('keeps the payload of %s', async (_, payload) => {
    await stop()
    const id = await store(payload)
    await erase()
    expect((await stored()).map((row) => row.id)).toEqual([id])
  })

  test('finds the recipient among many payloads, also after a change of mapping', async () => {
    await stop()
    const own: string[] = []
    for (let number = 0; number < 45; number++) {
      const isOwn = number % 20 === 3
      const customer = isOwn ? undefined : { first: 'Ada', last: `Alba ${number}` }
      const id = await store(order({ id: number, ...(customer ? { customer } : {}), shipping }))
      if (isOwn) own.push(id)
    }
    const changed = { ...mapping, 'recipient.name': { path: 'order.nowhere' } }
    expect((await shop.act('integrations.patch', shop.id, { body: { mapping: changed } })).status).toBe(200)
    const found = await shop.call('items.about', { body: { recipient: zoe } })
    expect(found.body.payloads.map(({ itemId }: { itemId: string }) => itemId)).toEqual(own)
    await erase()
    const left = await stored()
    expect([left.length, left.filter(({ id }) => own.includes(id))]).toEqual([42, []])
  })

  test('in test mode keeps live payloads', async () => {
    await stop()
    await store(order())
    await erase(zoe, shop.keys.test)
    expect(await stored()).toHaveLength(1)
  })

  test('is in the audit log under the name of its caller', async () => {
    const id = await erase()
    const entries = await shop.services.store.read((rows) =>
      rows.auditLog.find(everyone, { resource: 'item', resourceId: id, operation: 'items.erase' }),
    )
    expect(entries).toMatchObject([
      {
        actorType: 'API_KEY',
        before: { erasureRequestedAt: null },
        after: { erasureRequestedAt: expect.any(String) },
      },
    ])
  })
})

describe('the data about a recipient', () => {
  test('includes whole payloads that name them, and their time of removal', async () => {
    await stop()
    const id = await store(order())
    await store(order({ id: 2, customer: { first: 'Ada', last: 'Alba' } }))
    const { body } = await shop.call('items.about', { body: { recipient: zoe } })
    expect(body).toMatchObject({
      payloadCount: 1,
      payloads: [
        {
          itemId: id,
          connectorId: shop.id,
          connectorName: 'Shop',
          receivedAt: expect.any(String),
          expiresAt: expect.any(String),
          payload: order(),
        },
      ],
    })
    const { name: _, ...address } = zoe
    expect((await shop.call('items.about', { body: { recipient: address } })).body.payloadCount).toBe(2)
    const later = await shop.call('items.about', { body: { recipient: zoe, cursor: 'itm_0' } })
    expect(later.body).toMatchObject({ payloadCount: 0, payloads: [] })
    const inTest = await shop.call('items.about', { body: { recipient: zoe }, key: shop.keys.test })
    expect(inTest.body.payloads).toEqual([])
  })

  test('shows twenty payloads and counts all', async () => {
    await stop()
    for (let number = 0; number < 20; number++) await store(order({ id: number }))
    const about = async () => (await shop.call('items.about', { body: { recipient: zoe } })).body
    expect(await about()).toMatchObject({ payloadCount: 20, payloads: { length: 20 } })
    await store(order({ id: 21 }))
    expect(await about()).toMatchObject({ payloadCount: 21, payloads: { length: 20 } })
  })
})
