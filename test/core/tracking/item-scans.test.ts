import { expect, test } from 'vitest'
import { recordScan } from '../../../src/core/features/tracking/scan.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'

const scansOf = (shop: MailShop, id: string, query = '', key = shop.keys.live) =>
  shop.call('items.scans', { params: { id }, query, key })

const scanned = async (times: number) => {
  const shop = await createMailShop({ clock: '2026-01-05T08:00:00Z' })
  const { id } = await shop.post()
  const { trackingCode } = await shop.item(id)
  for (let count = 0; count < times; count++) {
    await recordScan(shop.services, trackingCode, '203.0.113.7')
    await shop.advance(60_000)
  }
  return { shop, id, trackingCode }
}

test('qr.scanned contains the id of the scan, not the printed code', async () => {
  const { shop, id, trackingCode } = await scanned(2)
  const { body } = await scansOf(shop, id)
  const events = await shop.call('events.list', { query: { 'filter[type]': 'qr.scanned' } })
  const ids = events.body.data.map((event: { data: { scan: { id: string } } }) => event.data.scan.id)
  expect(ids).toEqual(body.data.map((scan: { id: string }) => scan.id))
  expect(ids).not.toContain(trackingCode)
})

test('every scan is stored with its time, latest first', async () => {
  const { shop, id } = await scanned(3)
  const { body } = await scansOf(shop, id)
  expect(body.data.map((scan: { createdAt: string }) => scan.createdAt)).toEqual([
    '2026-01-05T08:02:00.000Z',
    '2026-01-05T08:01:00.000Z',
    '2026-01-05T08:00:00.000Z',
  ])
  expect(body.data[0]).toMatchObject({ itemId: id, postflowId: shop.postflow('live') })
  expect((await shop.item(id)).scanCount).toBe(3)
})

test('scans are paginated like other lists', async () => {
  const { shop, id } = await scanned(3)
  const first = await scansOf(shop, id, 'limit=2&sort=createdAt&include=total')
  expect(first.body).toMatchObject({ hasMore: true, totalCount: 3 })
  const rest = await scansOf(shop, id, `limit=2&sort=createdAt&cursor=${first.body.nextCursor}`)
  expect([...first.body.data, ...rest.body.data]).toHaveLength(3)
  const after = await scansOf(shop, id, 'filter[createdAt][gt]=2026-01-05T08:00:00Z')
  expect(after.body.data).toHaveLength(2)
})

test('the network address of the scanning client is stored only if the organisation enables it', async () => {
  const { shop, id, trackingCode } = await scanned(1)
  expect((await scansOf(shop, id)).body.data[0].clientAddress).toBeNull()
  await shop.call('organisation.patch', { body: { keepScanAddresses: true } })
  await recordScan(shop.services, trackingCode, '203.0.113.8')
  expect(
    (await scansOf(shop, id)).body.data.map((scan: { clientAddress: unknown }) => scan.clientAddress),
  ).toEqual(['203.0.113.8', null])
})

test('a simulated scan counts as one, in test mode', async () => {
  const shop = await createMailShop({ clock: '2026-01-05T08:00:00Z' })
  const { id } = await shop.post({ mode: 'test' })
  const key = shop.keys.test
  await shop.call('developers.simulate', { params: { id }, body: { event: 'SCAN' }, key })
  expect((await scansOf(shop, id, '', key)).body.data).toHaveLength(1)
  expect((await scansOf(shop, id)).status).toBe(404)
})
