import { beforeEach, describe, expect, test } from 'vitest'
import { recordScan } from '../../../src/core/features/tracking/scan.ts'
import { createItemShop, type ItemShop } from '../../support/items.ts'

let shop: ItemShop
let other: string
beforeEach(async () => {
  shop = await createItemShop({ clock: '2026-01-06T12:00:00Z' })
  shop.clock.advance(1)
  other = await shop.postflow({ name: 'Ärzte' })
  const first = await shop.create()
  await shop.create({ postflowId: other })
  for (let scan = 0; scan < 3; scan++) await recordScan(shop.services, first.tracking.code)
  await shop.advance('2026-01-07T12:00:00Z')
  await recordScan(shop.services, first.tracking.code)
  await shop.create({ postflowId: other })
})

const request = (operation: string, query = '', key = shop.keys.live) =>
  shop.call(`analytics.${operation}`, { query, key })

describe('scans', () => {
  test('are counted by day, along with items scanned for the first time', async () => {
    const { body } = await request('scans', 'days=2')
    expect(body).toEqual({
      period: { from: '2026-01-06', to: '2026-01-07' },
      filter: {},
      totals: { scans: 4, scannedItems: 1, sent: 0 },
      daily: [
        { day: '2026-01-06', scans: 3, scannedItems: 1, sent: 0 },
        { day: '2026-01-07', scans: 1, scannedItems: 0, sent: 0 },
      ],
    })
  })

  test('are filtered by Postflow and mode', async () => {
    const { body } = await request('scans', `postflowId=${other}`)
    expect(body).toMatchObject({ filter: { postflowId: other }, totals: { scans: 0 } })
    expect((await request('scans', '', shop.keys.test)).body.totals.scans).toBe(0)
    expect((await request('scans', 'days=0&from=x')).body.errors).toHaveLength(2)
  })
})

describe('Postflows', () => {
  test('have the same figures as the summary', async () => {
    const { body } = await request('postflows', 'days=2&include=total')
    expect(Object.keys(body)).toEqual(['data', 'nextCursor', 'hasMore', 'totalCount'])
    expect(body.totalCount).toBe(2)
    expect(body.data.map((row: { name: string }) => row.name)).toEqual(['Ärzte', 'Greetings'])
    for (const { postflowId, period, totals, byStatus } of body.data) {
      const { body: summary } = await request('summary', `days=2&postflowId=${postflowId}`)
      const { filter: _, daily: __, ...figures } = summary
      expect({ period, totals, byStatus }).toEqual(figures)
    }
    expect(body.data[0].totals.created).toBe(2)
  })

  test('support the sorting, filters and pagination of Postflows, within one period', async () => {
    const named = await request('postflows', 'sort=name&filter[name][contains]=ä')
    expect(named.body.data).toMatchObject([{ postflowId: other }])
    const { productId } = (await shop.call('postflows.get', { params: { id: other }, key: shop.keys.live }))
      .body
    const ofProduct = async (id: string) =>
      (await request('postflows', `filter[productId]=${id}`)).body.data.length
    expect([await ofProduct(productId), await ofProduct('prd_none')]).toEqual([2, 0])
    const page = await request('postflows', 'limit=1&days=2')
    const next = (query: string) => request('postflows', `${query}&cursor=${page.body.nextCursor}`)
    expect((await next('limit=1&days=2')).body).toMatchObject({
      data: [{ name: 'Greetings' }],
      hasMore: false,
    })
    // Another period invalidates the cursor.
    for (const query of ['limit=1', 'limit=1&days=3']) {
      expect(await next(query)).toMatchObject({ status: 422, body: { errors: [{ parameter: 'cursor' }] } })
    }
  })

  test('reports all errors at once', async () => {
    const answer = await request('postflows', 'days=0&limit=0&filter[colour]=x&postflowId=1&days=0')
    expect(answer.body.errors.map((error: { parameter: string }) => error.parameter)).toEqual([
      'days',
      'limit',
      'filter[colour]',
      'postflowId',
    ])
  })
})
