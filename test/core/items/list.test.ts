import { describe, expect, test } from 'vitest'
import { createItemShop, type ItemShop } from '../../support/items.ts'
import { zoe } from '../../support/recipients.ts'

const references = async (shop: ItemShop, query: string, key?: string) => {
  const response = await shop.call('items.list', { query, ...(key ? { key } : {}) })
  expect(response.status).toBe(200)
  return response.body.data.map((item: { reference: string }) => item.reference).join(' ')
}

const stocked = async () => {
  const shop = await createItemShop()
  const other = await shop.postflow({ advertisingCategory: 'retail', approval: 'PER_ITEM' })
  await shop.create({ reference: 'a', recipient: { ...zoe, name: 'Ömer' } })
  shop.clock.advance(60_000)
  await shop.create({ reference: 'b', data: {}, recipient: { ...zoe, name: 'Bram', country: 'BE' } })
  shop.clock.advance(60_000)
  await shop.create({
    reference: 'c',
    postflowId: other,
    recipient: { ...zoe, name: 'Cor' },
    sendOn: '2026-02-01',
  })
  return { shop, other }
}

describe('listing items', () => {
  test('filters and sorts', async () => {
    const { shop, other } = await stocked()
    const table: [query: string, expected: string][] = [
      ['', 'c b a'],
      ['sort=createdAt', 'a b c'],
      ['sort=recipientName', 'b c a'],
      ['sort=-updatedAt', 'c b a'],
      ['filter[status]=NEEDS_ATTENTION', 'b'],
      ['filter[status][in]=SCHEDULED,PENDING_APPROVAL', 'c a'],
      [`filter[postflowId]=${other}`, 'c'],
      ['filter[reference][in]=a,c', 'c a'],
      ['filter[recipientCountry]=BE', 'b'],
      ['filter[recipientName][contains]=öme', 'a'],
      ['filter[advertisingCategory]=retail', 'c'],
      ['filter[advertisingCategory][null]=true', 'b a'],
      ['filter[runId][null]=false', 'a'],
      ['filter[sendOn][gte]=2026-02-01', 'c'],
      ['filter[createdAt][gt]=2026-01-05T09:00:00Z', 'c b'],
    ]
    for (const [query, expected] of table) expect(await references(shop, query), query).toBe(expected)
  })

  test('pages and counts', async () => {
    const { shop } = await stocked()
    const first = await shop.call('items.list', { query: 'limit=2&include=total' })
    expect(first.body).toMatchObject({ hasMore: true, totalCount: 3 })
    const second = await shop.call('items.list', { query: { limit: 2, cursor: first.body.nextCursor } })
    expect(second.body).toMatchObject({ hasMore: false, nextCursor: null, data: [{ reference: 'a' }] })
  })

  test('refuses what it does not know', async () => {
    const { shop } = await stocked()
    const response = await shop.call('items.list', {
      query: 'filter[colour]=red&filter[status]=DONE&sort=price',
    })
    expect(response.body.errors.map((error: { parameter: string }) => error.parameter).sort()).toEqual([
      'filter[colour]',
      'filter[status]',
      'sort',
    ])
  })
})

describe('items of another mode or organisation', () => {
  const calls = (id: string) =>
    [
      ['items.get', {}],
      ['items.patch', { body: { reference: 'x' } }],
      ['items.cancel', {}],
      ['items.approve', {}],
      ['items.reject', { body: {} }],
      ['items.history', {}],
    ].map(([operation, call]) => [operation, { params: { id }, ...(call as object) }] as [string, object])

  test('do not exist', async () => {
    const shop = await createItemShop()
    const item = await shop.create()
    const { keys } = await shop.another()
    for (const key of [shop.keys.test, keys.live, keys.test]) {
      expect((await shop.call('items.list', { key })).body.data).toEqual([])
      for (const [operation, call] of calls(item.id)) {
        expect(await shop.call(operation, { ...call, key }), operation).toMatchObject({ status: 404 })
      }
      const body = { postflowId: shop.postflowId, recipient: zoe }
      expect((await shop.call('items.create', { key, body })).body.errors).toMatchObject([
        { parameter: 'postflowId' },
      ])
    }
    expect((await shop.row(item.id)).status).toBe('SCHEDULED')
  })

  test('need the scope: items.read to look, items.write to change', async () => {
    const shop = await createItemShop()
    const item = await shop.create()
    const reader = await shop.key('live', ['items.read'])
    const writer = await shop.key('live', ['items.write'])
    for (const [operation, call] of calls(item.id)) {
      const reads = operation === 'items.get' || operation === 'items.history'
      const refused = await shop.call(operation, { ...call, key: reads ? writer : reader })
      expect(refused, operation).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } })
    }
  })
})
