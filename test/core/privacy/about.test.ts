import { expect, test } from 'vitest'
import { recordScan } from '../../../src/core/features/tracking/scan.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'

const address = {
  street: 'Prinsengracht',
  houseNumber: '101',
  postalCode: '1016 GV',
  city: 'Amsterdam',
  country: 'NL',
}
const about = (shop: MailShop, body: Record<string, unknown>, key = shop.keys.live) =>
  shop.call('items.about', { body, key })

const known = async () => {
  const shop = await createMailShop({ clock: '2026-01-05T08:00:00Z' })
  const create = async (name: string, more: Record<string, unknown> = {}) =>
    (
      await shop.call('items.create', {
        body: {
          postflowId: shop.postflow('live'),
          recipient: { name, ...address, ...more },
          data: { firstName: name },
        },
      })
    ).body.id as string
  const zoe = await create('Zoë de Vries')
  const again = await create('ZOE DE VRIES', { postalCode: '1016gv', street: 'Prinsen Gracht' })
  const neighbour = await create('Anna Bakker')
  await create('Zoë de Vries', { houseNumber: '102' })
  await recordScan(shop.services, (await shop.item(zoe)).trackingCode)
  await shop.call('suppressions.create', {
    body: { recipient: { name: 'Zoë de Vries', ...address }, reason: 'opt_out', matchName: true },
  })
  await shop.call('renders.create', {
    body: { postflowId: shop.postflow('live'), recipient: { name: 'Zoë de Vries', ...address } },
  })
  return { shop, zoe, again, neighbour }
}

test('the response contains everything under a name and address, and nothing about others', async () => {
  const { shop, zoe, again } = await known()
  const { status, body } = await about(shop, { recipient: { name: 'zoe de vries', ...address } })
  expect(status).toBe(200)
  expect(body).toMatchObject({ byName: true, nextCursor: null })
  expect(body.items.map(({ item }: { item: { id: string } }) => item.id)).toEqual([zoe, again])
  expect(body.items[0]).toMatchObject({
    item: { recipient: { name: 'Zoë de Vries' }, data: { firstName: 'Zoë de Vries' } },
    history: [{ status: 'CREATED' }, { status: 'READY' }, { status: 'SCHEDULED' }],
    scans: [{ itemId: zoe }],
    printed: null,
  })
  expect(body.suppressions).toHaveLength(1)
  expect(body.renders).toHaveLength(1)
  expect(body.elsewhere.length).toBeGreaterThan(0)
  expect(JSON.stringify(body)).not.toContain('Anna')
})

test('a request without a name covers the whole address', async () => {
  const { shop, zoe, again, neighbour } = await known()
  const { body } = await about(shop, { recipient: address })
  expect(body.byName).toBe(false)
  expect(body.items.map(({ item }: { item: { id: string } }) => item.id)).toEqual([zoe, again, neighbour])
})

test('the response is paginated', async () => {
  const { shop } = await known()
  for (let count = 0; count < 120; count++) {
    await shop.call('items.create', {
      body: {
        postflowId: shop.postflow('live'),
        recipient: { name: `P ${count}`, ...address },
        data: { firstName: 'P' },
      },
    })
  }
  const first = (await about(shop, { recipient: address })).body
  expect(first.items).toHaveLength(100)
  const rest = (await about(shop, { recipient: address, cursor: first.nextCursor })).body
  expect([rest.items.length, rest.nextCursor, rest.suppressions]).toEqual([23, null, []])
})

test('erased data is no longer returned', async () => {
  const { shop, zoe } = await known()
  await shop.call('items.cancel', { params: { id: zoe } })
  await shop.call('items.erase', { params: { id: zoe } })
  const { body } = await about(shop, { recipient: { name: 'Zoë de Vries', ...address } })
  expect(body.items.map(({ item }: { item: { id: string } }) => item.id)).not.toContain(zoe)
})

test('live and test mode, and organisations, are separate', async () => {
  const { shop } = await known()
  const other = await shop.another()
  for (const key of [shop.keys.test, other.keys.live]) {
    expect((await about(shop, { recipient: address }, key)).body).toMatchObject({
      items: [],
      suppressions: [],
      renders: [],
    })
  }
})
