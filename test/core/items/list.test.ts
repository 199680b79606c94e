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

  test('paginates and counts', async () => {
    const { shop } = await stocked()
    const first = await shop.call('items.list', { query: 'limit=2&include=total' })
    expect(first.body).toMatchObject({ hasMore: true, totalCount: 3 })
    const second = await shop.call('items.list', { query: { limit: 2, cursor: first.body.nextCursor } })
    expect(second.body).toMatchObject({ hasMore: false, nextCursor: null, data: [{ reference: 'a' }] })
  })

  test('refuses unknown parameters', async () => {
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

describe('finding an item', () => {
  const found = async () => {
    const shop = await createItemShop()
    const one = await shop.create({
      reference: 'a',
      metadata: { order: '1234', 'shop:nl': 'Damrak', 'back\\slash': '' },
    })
    await shop.create({
      reference: 'b',
      recipient: { ...zoe, postalCode: '1018ab' },
      metadata: { order: '12345' },
    })
    await shop.create({ reference: 'c', recipient: { ...zoe, postalCode: '2513 AA' } })
    return { shop, one }
  }

  test('works by printed values, by destination and by the sender’s metadata', async () => {
    const { shop, one } = await found()
    const postalCode = zoe.postalCode!
    const table: [query: Record<string, string>, expected: string][] = [
      [{ 'filter[trackingCode]': one.tracking.code }, 'a'],
      [{ 'filter[trackingCode]': ` ${one.tracking.code.toLowerCase()}` }, 'a'],
      [{ 'filter[trackingCode][in]': `NOTHING,${one.tracking.code}` }, 'a'],
      [{ 'filter[trackingCode]': one.tracking.code.slice(0, 11) }, ''],
      [{ 'filter[id][startsWith]': one.id.slice(0, 12) }, 'c b a'],
      [{ 'filter[id][startsWith]': one.id }, 'a'],
      [{ 'filter[id][in]': `${one.id},itm_1` }, 'a'],
      [{ 'filter[recipientPostalCode]': postalCode }, 'a'],
      [{ 'filter[recipientPostalCode]': postalCode.replace(' ', '').toLowerCase() }, 'a'],
      [{ 'filter[recipientPostalCode]': '1018-AB' }, 'b'],
      [{ 'filter[recipientPostalCode][in]': '1018 AB,2513 AA' }, 'c b'],
      [{ 'filter[recipientPostalCode][startsWith]': '10' }, 'b a'],
      [{ 'filter[metadata]': 'order:1234' }, 'a'],
      [{ 'filter[metadata]': 'order:12345', 'filter[status]': 'SCHEDULED' }, 'b'],
      [{ 'filter[metadata]': 'order:12345', 'filter[status]': 'HELD' }, ''],
      [{ 'filter[metadata]': 'Order:1234' }, ''],
      [{ 'filter[metadata]': 'shop\\:nl:Damrak' }, 'a'],
      [{ 'filter[metadata]': 'back\\\\slash:' }, 'a'],
      [{ 'filter[metadata]': 'constructor:1' }, ''],
    ]
    for (const [query, expected] of table) {
      const { status, body } = await shop.call('items.list', { query: { ...query, include: 'total' } })
      const references = body.data?.map((item: { reference: string }) => item.reference).join(' ')
      expect([query, status, references]).toEqual([query, 200, expected])
      expect(body.totalCount).toBe(expected === '' ? 0 : expected.split(' ').length)
    }
  })

  test('requires twelve characters of an id', async () => {
    const { shop, one } = await found()
    const short = await shop.call('items.list', { query: { 'filter[id][startsWith]': one.id.slice(0, 11) } })
    expect(short.body.errors).toMatchObject([{ parameter: 'filter[id][startsWith]', code: 'too_short' }])
  })

  test('finds changed values, and no longer the previous ones', async () => {
    const { shop, one } = await found()
    const patched = await shop.act('items.patch', one.id, {
      body: { metadata: { order: null, invoice: '77' }, recipient: { postalCode: '9712 CP' } },
    })
    expect(patched.status).toBe(409)
    const draft = await shop.create({ reference: 'd', data: {}, metadata: { order: '9' } })
    await shop.act('items.patch', draft.id, {
      body: { metadata: { order: null, invoice: '77' }, recipient: { postalCode: '9712 CP' } },
    })
    expect(await references(shop, 'filter[metadata]=order:9')).toBe('')
    expect(await references(shop, 'filter[metadata]=invoice:77')).toBe('d')
    expect(await references(shop, 'filter[recipientPostalCode]=9712CP')).toBe('d')
  })

  test('is limited to its organisation and mode', async () => {
    const { shop, one } = await found()
    const { keys } = await shop.another()
    for (const key of [shop.keys.test, keys.live]) {
      for (const query of ['filter[metadata]=order:1234', `filter[id][startsWith]=${one.id}`]) {
        expect(await references(shop, query, key)).toBe('')
      }
    }
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

  test('are not found', async () => {
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

  test('require the scopes items.read to read and items.write to change', async () => {
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
