import { expect, test } from 'vitest'
import { itemLimits } from '../../../src/core/model/item-limits.ts'
import { itemStatuses } from '../../../src/core/model/items.ts'
import { createItemShop, type ItemShop } from '../../support/items.ts'
import { zoe } from '../../support/recipients.ts'

const counts = async (shop: ItemShop, query: Record<string, string> = {}, key?: string) => {
  const { status, body } = await shop.call('items.counts', { query, ...(key ? { key } : {}) })
  expect(status).toBe(200)
  expect(Object.keys(body.byStatus).sort()).toEqual([...itemStatuses].sort())
  const some = Object.entries(body.byStatus).filter(([, count]) => count !== 0)
  return { ...body, byStatus: Object.fromEntries(some) }
}

const stocked = async () => {
  const shop = await createItemShop()
  const approvalPostflowId = await shop.postflow({ approval: 'PER_ITEM' })
  await shop.create({ reference: 'a' })
  await shop.create({ reference: 'b', recipient: { ...zoe, name: 'Bram' } })
  await shop.create({ reference: 'c', data: {}, recipient: { ...zoe, name: 'Cor' } })
  const waiting = await shop.create({ reference: 'd', postflowId: approvalPostflowId })
  return { shop, approvalPostflowId, waiting }
}

test('the counts by status equal those of the list', async () => {
  const { shop, approvalPostflowId } = await stocked()
  const table: [query: Record<string, string>, byStatus: Record<string, number>][] = [
    [{}, { SCHEDULED: 2, NEEDS_ATTENTION: 1, PENDING_APPROVAL: 1 }],
    [{ 'filter[postflowId]': approvalPostflowId }, { PENDING_APPROVAL: 1 }],
    [
      {
        'filter[postflowId][in]': `${approvalPostflowId},${shop.postflowId}`,
        'filter[status][ne]': 'SCHEDULED',
      },
      { NEEDS_ATTENTION: 1, PENDING_APPROVAL: 1 },
    ],
    [{ 'filter[status]': 'SCHEDULED' }, { SCHEDULED: 2 }],
    [{ 'filter[status][in]': 'SCHEDULED,HELD' }, { SCHEDULED: 2 }],
    [{ 'filter[postbatchId]': 'pbt_1' }, {}],
    [{ 'filter[postbatchId][null]': 'true' }, { SCHEDULED: 2, NEEDS_ATTENTION: 1, PENDING_APPROVAL: 1 }],
    [{ 'filter[recipientName][contains]': 'AM' }, { SCHEDULED: 1 }],
    [{ 'filter[reference][in]': 'a,d', 'filter[status][ne]': 'SCHEDULED' }, { PENDING_APPROVAL: 1 }],
    [{ 'filter[reference]': 'a', 'filter[postflowId]': approvalPostflowId }, {}],
  ]
  for (const [query, byStatus] of table) {
    const { body: list } = await shop.call('items.list', { query: { ...query, include: 'total' } })
    expect([query, await counts(shop, query)]).toEqual([
      query,
      { byStatus, totalCount: list.totalCount, isCapped: false, fingerprint: null },
    ])
  }
})

test('the counts follow changes of items', async () => {
  const { shop, waiting, approvalPostflowId } = await stocked()
  await shop.act('items.reject', waiting.id, { body: {} })
  expect(await counts(shop, { 'filter[postflowId]': approvalPostflowId })).toMatchObject({
    byStatus: { CANCELLED: 1 },
  })
  expect(await counts(shop)).toMatchObject({
    byStatus: { SCHEDULED: 2, NEEDS_ATTENTION: 1, CANCELLED: 1 },
    totalCount: 4,
  })
})

test('each organisation and mode has its own counts', async () => {
  const { shop } = await stocked()
  const { keys } = await shop.another()
  for (const key of [shop.keys.test, keys.live]) {
    for (const query of [undefined, { 'filter[reference]': 'a' }]) {
      expect(await counts(shop, query, key)).toMatchObject({ byStatus: {}, totalCount: 0 })
    }
  }
})

test('a filter not covered by the rollups counts the newest ten thousand and reports that', async () => {
  const { shop, waiting } = await stocked()
  const row = await shop.row(waiting.id)
  const copies = (from: number, count: number) =>
    shop.services.store.write((rows) =>
      rows.items.insertMany(
        Array.from({ length: count }, (_, index) => ({
          ...row,
          id: `itm_${from + index}`,
          trackingCode: `CODE${from + index}`,
          reference: 'many',
          createdAt: row.createdAt + 1 + index,
        })),
      ),
    )
  const many = { 'filter[reference]': 'many' }
  await copies(0, itemLimits.countedItems - 1)
  expect(await counts(shop, many)).toEqual({
    byStatus: { PENDING_APPROVAL: itemLimits.countedItems - 1 },
    totalCount: itemLimits.countedItems - 1,
    isCapped: false,
    fingerprint: null,
  })
  await copies(itemLimits.countedItems, 2)
  expect(await counts(shop, many)).toMatchObject({ totalCount: itemLimits.countedItems, isCapped: true })
})

test('paging parameters and unknown filters are refused', async () => {
  const { shop } = await stocked()
  const { status, body } = await shop.call('items.counts', {
    query:
      'limit=1&sort=createdAt&include=total&cursor=x&filter[colour]=red&filter[status]=DONE&status=READY',
  })
  expect([status, body.errors.map((error: { parameter: string }) => error.parameter)]).toEqual([
    422,
    ['limit', 'sort', 'include', 'cursor', 'filter[colour]', 'filter[status]', 'status'],
  ])
})

test('counting requires items.read', async () => {
  const shop = await createItemShop()
  const key = await shop.key('live', ['items.write'])
  expect(await shop.call('items.counts', { key })).toMatchObject({
    status: 403,
    body: { code: 'insufficient_scope' },
  })
})
