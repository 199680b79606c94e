import { beforeEach, describe, expect, test } from 'vitest'
import { blobsReferredTo } from '../../../src/core/app/stored-blobs.ts'
import { checkRollups } from '../../../src/core/features/analytics/check.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import type { MailShop } from '../../support/mail.ts'
import { createUsedShop, failedJobs, filesOf, rowsIn } from '../../support/test-data.ts'

let shop: MailShop
beforeEach(async () => {
  shop = await createUsedShop()
})

const request = (key = shop.keys.test) => shop.call('organisation.deleteTestData', { key })
const state = async () => (await shop.call('organisation.testDataDeletion', { key: shop.keys.test })).body

/** Tables that are kept: what mail is created with. */
const kept = ['apiKeys', 'connectors', 'mappingPresets', 'postflows']

describe('the deletion of test data', () => {
  test('removes all rows and files of test mode, and nothing live', async () => {
    const [live, test] = [await rowsIn(shop, 'live'), await rowsIn(shop, 'test')]
    expect(test).toMatchObject({ items: 5, runs: 2, postbatches: 1, imports: 1, importErrors: 1, scans: 1 })
    expect(test).toMatchObject({ uploads: 1, exports: 1, renders: 1, suppressions: 1 })
    expect(test.analyticsDays).toBeGreaterThan(3)
    expect(test.events).toBeGreaterThan(10)
    expect(test.webhookDeliveries).toBeGreaterThan(10)
    const files = await filesOf(shop)
    const requested = await request()
    expect(requested).toMatchObject({
      status: 202,
      headers: { Location: '/v1/organisation/test-data/deletion' },
      body: { status: 'RUNNING', itemCount: 5, completedAt: null },
    })
    await shop.settle()
    expect(await state()).toMatchObject({
      status: 'COMPLETED',
      itemCount: 5,
      deleted: { items: 5, postbatches: 1, runs: 2, events: test.events },
      completedAt: expect.any(String),
    })
    const left = await rowsIn(shop, 'test')
    expect(Object.keys(left).filter((name) => !kept.includes(name))).toEqual([])
    expect(await rowsIn(shop, 'live')).toEqual(live)
    const known = new Set<string>()
    for await (const { key } of blobsReferredTo(shop.services.store)) known.add(key)
    expect(files.some((key) => !known.has(key))).toBe(true)
    expect((await filesOf(shop)).filter((key) => !known.has(key))).toEqual([])
  })

  test('causes no later failures', async () => {
    await request()
    await shop.settle()
    await shop.advanceTestClock('2026-06-01T09:00:00Z')
    await shop.settle()
    expect(await failedJobs(shop)).toEqual([])
    expect(shop.logged).toEqual([])
  })

  test('keeps data created during it: an item has its own run, and the days count it', async () => {
    await request()
    const item = await shop.post({ mode: 'test', name: 'Meanwhile' })
    await shop.settle()
    const items = await shop.services.store.read((rows) =>
      rows.items.find({ organisationId: shop.organisation.id, mode: 'test' }, {}),
    )
    expect(items.map(({ id }) => id)).toEqual([item.id])
    const run = await shop.services.store.read((rows) => rows.runs.get(everyone, item.runId!))
    expect(run).toMatchObject({ status: 'OPEN', itemCount: 1 })
    const scope = { organisationId: shop.organisation.id, mode: 'test' as const }
    expect(await checkRollups(shop.services, scope, { correct: false })).toMatchObject({
      outcome: 'equal',
      itemCount: 1,
    })
    expect(await shop.events(item.id)).toContain('item.scheduled')
  })

  test('is refused while one is in progress, and allowed after its end', async () => {
    await request()
    expect(await request()).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    const zone = await shop.call('organisation.patch', { body: { timeZone: 'Asia/Tokyo' } })
    expect(zone).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    await shop.settle()
    expect((await request()).status).toBe(202)
  })

  test('waits while the days are counted again for another time zone', async () => {
    expect((await shop.call('organisation.patch', { body: { timeZone: 'Asia/Tokyo' } })).status).toBe(200)
    await request()
    await shop.settle()
    await shop.advance(120_000)
    expect(await state()).toMatchObject({ status: 'COMPLETED', deleted: { items: 5 } })
    expect((await rowsIn(shop, 'test')).analyticsDays).toBeUndefined()
  })

  test('is in the audit log', async () => {
    const session = await shop.portal()
    await shop.call('organisation.deleteTestData', { session, mode: 'test' })
    const { body } = await shop.call('auditLog.list', { session, query: { limit: 1 } })
    expect(body.data[0]).toMatchObject({
      operation: 'organisation.deleteTestData',
      resource: 'testData',
      after: { itemCount: 5 },
    })
  })

  test.each([
    ['a live key', () => request(shop.keys.live)],
    ['a key without the scope', async () => request(await shop.key('test', ['items.write']))],
    [
      'a session in live mode',
      async () => shop.call('organisation.deleteTestData', { session: await shop.portal(), mode: 'live' }),
    ],
    [
      'an editor',
      async () => {
        const session = await shop.portal({ role: 'editor' })
        return shop.call('organisation.deleteTestData', { session, mode: 'test' })
      },
    ],
  ])('is refused to %s', async (_who, call) => {
    expect(await call()).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } })
    expect(await state()).toMatchObject({ status: 'NONE', askedAt: null, itemCount: 0 })
  })

  test('does not affect another organisation', async () => {
    const other = await shop.another()
    await shop.call('organisation.deleteTestData', { key: other.keys.test })
    const before = await rowsIn(shop, 'test')
    await shop.settle()
    expect(await rowsIn(shop, 'test')).toEqual(before)
  })
})
