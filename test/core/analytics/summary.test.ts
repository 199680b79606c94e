import { beforeEach, describe, expect, test } from 'vitest'
import { transact } from '../../../src/core/engine/transact.ts'
import { rollups } from '../../../src/core/features/counters/rollups.ts'
import { recordScan } from '../../../src/core/features/tracking/scan.ts'
import { itemStatuses } from '../../../src/core/model/items.ts'
import { createItemShop, type ItemShop } from '../../support/items.ts'

// A Wednesday in winter, when Amsterdam is an hour ahead of UTC.
const today = '2026-01-07T12:00:00Z'

let shop: ItemShop
beforeEach(async () => {
  shop = await createItemShop({ clock: today })
})

const summary = (query = '', key = shop.keys.live) => shop.call('analytics.summary', { query, key })
const counted = async (query = '', key = shop.keys.live) => {
  const { body } = await summary(query, key)
  return Object.fromEntries(Object.entries(body.totals).filter(([, count]) => count !== 0))
}

describe('the summary', () => {
  test('has exactly the declared fields, with a row for each of thirty days', async () => {
    const { body } = await summary()
    const counters = ['created', 'sent', 'cancelled', 'failed', 'scans', 'spendCents']
    expect(Object.keys(body)).toEqual(['period', 'filter', 'totals', 'byStatus', 'daily'])
    expect(body.period).toEqual({ from: '2025-12-09', to: '2026-01-07' })
    expect(body.filter).toEqual({})
    expect(Object.keys(body.totals).sort()).toEqual(
      [...counters, 'scheduled', 'held', 'needsAttention', 'suppressed'].sort(),
    )
    expect(Object.keys(body.byStatus)).toEqual([...itemStatuses])
    expect(body.daily).toHaveLength(30)
    expect(body.daily[0]).toEqual({
      day: '2025-12-09',
      ...Object.fromEntries(counters.map((name) => [name, 0])),
    })
    expect(body.daily.at(-1).day).toBe('2026-01-07')
  })
})

describe('the period', () => {
  test.each([
    ['days=1', '2026-01-07', '2026-01-07', 1],
    ['days=366', '2025-01-07', '2026-01-07', 366],
    ['from=2026-01-01&to=2026-01-31', '2026-01-01', '2026-01-31', 31],
    ['from=2026-01-05&to=2026-01-05', '2026-01-05', '2026-01-05', 1],
    ['from=2026-01-01', '2026-01-01', '2026-01-30', 30],
    ['to=2026-01-30', '2026-01-01', '2026-01-30', 30],
    ['from=2024-01-01&to=2024-12-31', '2024-01-01', '2024-12-31', 366],
    ['from=2024-02-28&to=2024-03-01', '2024-02-28', '2024-03-01', 3],
    ['from=9999-12-20', '9999-12-20', '9999-12-31', 12],
    ['from=9999-12-20&to=9999-12-31', '9999-12-20', '9999-12-31', 12],
    ['to=9999-12-31', '9999-12-02', '9999-12-31', 30],
    ['to=0000-01-29', '0000-01-01', '0000-01-29', 29],
    ['from=0000-01-01', '0000-01-01', '0000-01-30', 30],
  ])('%s is %s to %s', async (query, from, to, days) => {
    const { status, body } = await summary(query)
    expect(status).toBe(200)
    expect(body.period).toEqual({ from, to })
    expect(body.daily.map(({ day }: { day: string }) => day)).toHaveLength(days)
    expect([body.daily[0].day, body.daily.at(-1).day]).toEqual([from, to])
  })

  test.each<[string, [string, string][]]>([
    ['days=0', [['days', 'invalid_format']]],
    ['days=367', [['days', 'max_value']]],
    ['days=1000', [['days', 'invalid_format']]],
    ['days=-1', [['days', 'invalid_format']]],
    ['days=1.5', [['days', 'invalid_format']]],
    ['days=', [['days', 'invalid_format']]],
    ['days=7&days=8', [['days', 'repeated']]],
    ['from=2026-02-30', [['from', 'invalid_value']]],
    ['to=2026-1-1', [['to', 'invalid_value']]],
    ['from=2026-01-01T00:00:00Z', [['from', 'invalid_value']]],
    ['days=7&from=2026-01-01', [['days', 'conflict']]],
    ['days=7&to=2026-01-01', [['days', 'conflict']]],
    ['from=2026-01-02&to=2026-01-01', [['from', 'after_to']]],
    ['from=2025-01-01&to=2026-01-02', [['from', 'too_long']]],
    ['postflowId=', [['postflowId', 'min_length']]],
    [`postflowId=${'x'.repeat(41)}`, [['postflowId', 'max_length']]],
    [`postbatchId=${'x'.repeat(41)}`, [['postbatchId', 'max_length']]],
    [
      'limit=10&sort=x',
      [
        ['limit', 'unknown'],
        ['sort', 'unknown'],
      ],
    ],
    [
      'days=0&from=x&status=SENT',
      [
        ['status', 'unknown'],
        ['from', 'invalid_value'],
        ['days', 'invalid_format'],
      ],
    ],
    [
      'days=7&from=2026-01-01&postflowId=',
      [
        ['postflowId', 'min_length'],
        ['days', 'conflict'],
      ],
    ],
    [
      'from=2026-01-02&to=2026-01-01&status=SENT',
      [
        ['status', 'unknown'],
        ['from', 'after_to'],
      ],
    ],
  ])('%s is refused', async (query, expected) => {
    for (const operation of ['analytics.summary', 'analytics.exportCsv']) {
      const answer = await shop.call(operation, { query })
      expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } })
      const faults = answer.body.errors.map(
        (error: { parameter: string; code: string; location: string }) => {
          expect(error.location).toBe('query')
          return [error.parameter, error.code]
        },
      )
      expect(faults).toEqual(expected)
    }
  })

  test('accepts ids of 40 characters', async () => {
    expect((await summary(`postflowId=${'x'.repeat(40)}`)).status).toBe(200)
  })
})

describe('counts', () => {
  test('follow item lifecycles: changes on their days, current statuses on the day of creation', async () => {
    const postflowId = await shop.postflow({}, shop.keys.test)
    const create = (more: object = {}) => shop.create({ postflowId, ...more }, shop.keys.test)
    const sent = await create()
    await shop.advanceTestClock('2026-01-08T08:00:00Z')
    const cancelled = await create()
    await create({ recipient: { country: 'NL' } })
    await shop.act('items.cancel', cancelled.id, { key: shop.keys.test })
    await shop.advanceTestClock('2026-01-20T12:00:00Z')
    const { priceCents, history } = await shop.row(sent.id)
    const dayOf = (status: string) =>
      new Date(history.find((entry) => entry.status === status)!.at).toISOString().slice(0, 10)
    const { body } = await summary('from=2026-01-07&to=2026-01-20', shop.keys.test)
    const none = { created: 0, sent: 0, cancelled: 0, failed: 0, scans: 0, spendCents: 0 }
    expect(priceCents).toBeGreaterThan(0)
    expect(dayOf('IN_PRODUCTION')).toBe('2026-01-08')
    const eventful = body.daily.filter((row: object) =>
      Object.values(row).some((value) => typeof value === 'number' && value > 0),
    )
    expect(eventful).toEqual([
      { ...none, day: '2026-01-07', created: 1 },
      { ...none, day: '2026-01-08', created: 2, cancelled: 1, spendCents: priceCents },
      { ...none, day: dayOf('HANDED_TO_CARRIER'), sent: 1 },
    ])
    expect(body.totals).toEqual({
      ...none,
      created: 3,
      sent: 1,
      cancelled: 1,
      spendCents: priceCents,
      scheduled: 0,
      held: 0,
      needsAttention: 1,
      suppressed: 0,
    })
    expect(body.byStatus).toMatchObject({ COMPLETED: 1, CANCELLED: 1, NEEDS_ATTENTION: 1, SCHEDULED: 0 })
  })

  test('show current statuses of items created in the period, regardless of when they were reached', async () => {
    await shop.create()
    await shop.advance('2026-01-08T06:00:00Z')
    expect(await counted('days=1')).toEqual({})
    expect(await counted('from=2026-01-07&to=2026-01-07')).toEqual({ created: 1, scheduled: 1 })
  })

  test('are limited to one mode, Postflow or Postbatch', async () => {
    const other = await shop.postflow()
    const testing = await shop.postflow({}, shop.keys.test)
    await shop.create()
    await shop.create({ postflowId: other })
    await shop.create({ postflowId: other })
    await shop.create({ postflowId: testing }, shop.keys.test)
    expect(await counted()).toMatchObject({ created: 3 })
    expect(await counted('', shop.keys.test)).toMatchObject({ created: 1 })
    expect(await counted(`postflowId=${other}`)).toMatchObject({ created: 2 })
    expect(await counted(`postflowId=${testing}`)).toEqual({})
    expect(await counted('postflowId=pfl_none')).toEqual({})
    expect(await counted('postbatchId=pbt_none')).toEqual({})
  })

  test('exclude a Postbatch from every Postflow', async () => {
    const other = await shop.postflow()
    const item = await shop.row((await shop.create()).id)
    await transact(shop.services, async ({ rows, work }) => {
      const batched = {
        ...item,
        id: 'itm_batched',
        trackingCode: 'BATCHED',
        postflowId: null,
        postbatchId: 'pbt_1',
      }
      await rows.items.insert(batched)
      work.of(rollups).count(batched, '2026-01-07', { created: 1 })
    })
    expect(await counted('postbatchId=pbt_1')).toEqual({ created: 1 })
    expect(await counted(`postflowId=${shop.postflowId}`)).toMatchObject({ created: 1 })
    expect(await counted(`postbatchId=pbt_1&postflowId=${shop.postflowId}`)).toEqual({})
    expect(await counted(`postbatchId=pbt_1&postflowId=${other}`)).toEqual({})
    const { body } = await summary(`postflowId=${other}&postbatchId=pbt_1`)
    expect(body.filter).toEqual({ postflowId: other, postbatchId: 'pbt_1' })
  })

  test('count a scan on its day', async () => {
    const testing = await shop.postflow({}, shop.keys.test)
    const item = await shop.create({ postflowId: testing }, shop.keys.test)
    const { trackingCode } = await shop.row(item.id)
    shop.clock.set('2026-01-09T12:00:00Z')
    await recordScan(shop.services, trackingCode)
    await recordScan(shop.services, trackingCode)
    const { body } = await summary('days=3', shop.keys.test)
    expect(body.daily.map(({ scans }: { scans: number }) => scans)).toEqual([0, 0, 2])
    expect(body.totals.scans).toBe(2)
  })

  test('use days of the organisation’s time zone', async () => {
    const tokyo = await createItemShop({
      clock: '2026-01-07T14:59:59Z',
      organisation: { timeZone: 'Asia/Tokyo' },
    })
    const created = async (query: string) =>
      (await tokyo.call('analytics.summary', { query })).body.totals.created
    await tokyo.create()
    tokyo.clock.set('2026-01-07T15:00:00Z')
    await tokyo.create()
    expect((await tokyo.call('analytics.summary', { query: 'days=1' })).body.period.to).toBe('2026-01-08')
    expect(await created('from=2026-01-07&to=2026-01-07')).toBe(1)
    expect(await created('from=2026-01-08&to=2026-01-08')).toBe(1)
  })

  test('use the test clock’s days in test mode', async () => {
    await shop.advanceTestClock('2026-03-01T12:00:00Z')
    expect((await summary('days=1', shop.keys.test)).body.period.to).toBe('2026-03-01')
    expect((await summary('days=1')).body.period.to).toBe('2026-01-07')
  })

  test('require the scope items.read, also for a suspended organisation', async () => {
    const key = await shop.key('live', ['billing.read'])
    expect((await summary('', key)).status).toBe(403)
  })
})
