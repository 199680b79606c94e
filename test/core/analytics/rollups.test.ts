import { describe, expect, test, vi } from 'vitest'
import { countItem } from '../../../src/core/features/analytics/rebuild.ts'
import { Rollups } from '../../../src/core/features/counters/rollups.ts'
import { recordScan } from '../../../src/core/features/tracking/scan.ts'
import { dayIn, hourMs, minuteMs } from '../../../src/core/kernel/time.ts'
import type { AnalyticsDayRow } from '../../../src/core/model/analytics.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createFakeRenderer } from '../../support/fake-renderer.ts'
import { createItemShop, type ItemShop } from '../../support/items.ts'

/** Returns the stored rollups, and those computed from item histories and scans. */
const bothCounts = async (shop: ItemShop, timeZone: string) => {
  const [stored, items, scans] = await shop.services.store.read((rows) =>
    Promise.all([
      rows.analyticsDays.find(everyone, {}),
      rows.items.find(everyone, {}),
      rows.scans.find(everyone, {}, { order: [{ field: 'createdAt' }] }),
    ]),
  )
  const rollups = new Rollups()
  for (const item of items) {
    const times = scans.filter(({ itemId }) => itemId === item.id).map(({ createdAt }) => createdAt)
    countItem(rollups, item, times, (ms) => dayIn(timeZone, ms))
  }
  return { stored: byId(stored), recounted: byId([...rollups.toRows().values()]) }
}

/** Returns rows by id, without those whose counts are all zero: they equal missing rows. */
const byId = (rows: AnalyticsDayRow[]) =>
  Object.fromEntries(
    rows
      .filter((row) => Object.values(row).some((value) => typeof value === 'number' && value !== 0))
      .map((row) => [row.id, row]),
  )

/** Creates items with every kind of problem, over several days and both modes. */
const runScenario = async (shop: ItemShop) => {
  const testing = await shop.postflow({}, shop.keys.test)
  const approvalPostflowId = await shop.postflow({ approval: 'PER_ITEM' })
  const items: string[] = []
  for (const day of ['05', '06', '07', '08', '09']) {
    await shop.advance(`2026-01-${day}T22:40:00Z`)
    for (let count = 0; count < 3; count++) items.push((await shop.create()).id)
    await shop.create({ recipient: { country: 'NL' } })
    const waiting = await shop.create({ postflowId: approvalPostflowId })
    if (day !== '09') await shop.act('items.approve', waiting.id)
    await shop.create({ postflowId: testing }, shop.keys.test)
    await shop.act('items.cancel', items.at(-1)!)
  }
  await shop.advance('2026-01-12T10:00:00Z')
  await shop.advanceTestClock('2026-01-20T10:00:00Z')
  const { trackingCode } = await shop.row(items[0]!)
  await recordScan(shop.services, trackingCode)
  await shop.advance('2026-01-12T15:30:00Z')
  await recordScan(shop.services, trackingCode)
}

/** Creates an item in a call that is authenticated before a change of time zone and commits after the rebuild. */
const createDuringChange = async () => {
  const renderer = createFakeRenderer()
  let duringCheck = async (): Promise<[]> => []
  const shop = await createItemShop({
    clock: '2026-01-05T23:30:00Z',
    // During the check, the call is authenticated, but its transaction has not begun.
    ports: { renderer: { ...renderer, check: () => duringCheck() } },
  })
  duringCheck = async () => {
    duringCheck = async () => []
    await shop.call('organisation.patch', { body: { timeZone: 'Asia/Tokyo' } })
    await shop.settle()
    return []
  }
  const { id } = await shop.create()
  return { shop, id }
}

/** Changes the number of the last event at every read, until the returned function is called. */
const disturb = (shop: ItemShop): (() => void) => {
  const { store } = shop.services
  const organisationId = shop.organisation.id
  const sequence = { id: `events|${organisationId}`, organisationId, value: 0 }
  const read = store.read.bind(store)
  const spy = vi.spyOn(store, 'read').mockImplementation(async (body) => {
    await store.write((rows) => rows.counters.add(sequence, { value: 1 }))
    return read(body)
  })
  return () => spy.mockRestore()
}

/** Returns the jobs that will compare the days. */
const comparisons = (shop: ItemShop) =>
  shop.services.store.read((rows) => rows.jobs.find(everyone, { kind: 'analytics.rebuild' }))

describe('the rollups', () => {
  test('equal the counts of item histories', async () => {
    const shop = await createItemShop({ clock: '2026-01-05T09:00:00Z', fundsCents: 700 })
    await runScenario(shop)
    const { stored, recounted } = await bothCounts(shop, 'UTC')
    expect(stored).toEqual(recounted)
    // The scenario is useless if it does not reach these states.
    const counts = (counter: string) =>
      Object.values(stored).some((row) => Number(row[counter as keyof AnalyticsDayRow]) > 0)
    const counters = ['InProduction', 'Completed', 'Cancelled', 'NeedsAttention', 'PendingApproval', 'Held']
    for (const counter of [
      ...counters.map((name) => `now${name}`),
      'sent',
      'spendCents',
      'scans',
      'scannedItems',
    ]) {
      expect(counts(counter), counter).toBe(true)
    }
  })

  test('are recounted if the organisation changes its time zone', async () => {
    const shop = await createItemShop({ clock: '2026-01-05T09:00:00Z' })
    await runScenario(shop)
    const before = (await bothCounts(shop, 'UTC')).stored
    const patch = (timeZone: string) => shop.call('organisation.patch', { body: { timeZone } })
    expect((await patch('Asia/Tokyo')).status).toBe(200)
    const early = await patch('Europe/Paris')
    expect(early).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    shop.clock.set('2026-01-12T23:00:00Z')
    const { id } = await shop.create()
    await recordScan(shop.services, (await shop.row(id)).trackingCode)
    await shop.settle()
    await shop.create()
    const { stored, recounted } = await bothCounts(shop, 'Asia/Tokyo')
    expect(stored).toEqual(recounted)
    expect(Object.keys(stored)).not.toEqual(Object.keys(before))
    expect((await patch('UTC')).status).toBe(200)
    await shop.settle()
    const back = await bothCounts(shop, 'UTC')
    expect(back.stored).toEqual(back.recounted)
  })

  test('are the same if the rebuild takes several transactions', async () => {
    const shop = await createItemShop({ clock: '2026-01-05T23:30:00Z', replay: false })
    const item = await shop.row((await shop.create()).id)
    const copies = Array.from({ length: 450 }, (_, index) => ({
      ...item,
      id: `itm_copy_${index}`,
      trackingCode: `COPY${index}`,
      createdAt: item.createdAt + (index % 3),
    }))
    await shop.services.store.write(async (rows) => {
      await rows.items.insertMany(copies)
      for (const row of await rows.analyticsDays.find(everyone, {})) {
        await rows.analyticsDays.add(row, { created: 450, nowScheduled: 450 })
      }
    })
    await shop.call('organisation.patch', { body: { timeZone: 'Asia/Tokyo' } })
    await shop.settle()
    const { stored, recounted } = await bothCounts(shop, 'Asia/Tokyo')
    expect(stored).toEqual(recounted)
    expect(Object.values(stored).map(({ day, created }) => [day, created])).toEqual([
      ['2026-01-06', 451],
      ['2026-01-06', 451],
    ])
  })

  test('become correct after a call that overlaps a change of time zone', async () => {
    const { shop, id } = await createDuringChange()
    await shop.advance(10 * minuteMs)
    await shop.act('items.cancel', id)
    const { stored, recounted } = await bothCounts(shop, 'Asia/Tokyo')
    expect(stored).toEqual(recounted)
    expect(await shop.row(id)).toMatchObject({ createdDay: '2026-01-06' })
  })

  test('are moved with an item created in the new zone in the millisecond of the change', async () => {
    const shop = await createItemShop({ clock: '2026-01-05T23:30:00Z' })
    await shop.call('organisation.patch', { body: { timeZone: 'Asia/Tokyo' } })
    const { id } = await shop.create()
    expect(await shop.row(id)).toMatchObject({ createdDay: '2026-01-06' })
    await shop.settle()
    const { stored, recounted } = await bothCounts(shop, 'Asia/Tokyo')
    expect(stored).toEqual(recounted)
  })

  test('move with the day of an item that an overlapping call created', async () => {
    const { shop, id } = await createDuringChange()
    const settled = disturb(shop)
    await shop.advance(10 * minuteMs)
    settled()
    await shop.act('items.cancel', id)
    const { stored, recounted } = await bothCounts(shop, 'Asia/Tokyo')
    expect(stored).toEqual(recounted)
    expect(await shop.row(id)).toMatchObject({ createdDay: '2026-01-06' })
  })

  test('are compared later if the data keeps changing', async () => {
    const shop = await createItemShop({ clock: '2026-01-05T23:30:00Z' })
    const changedAt = shop.clock.now()
    await shop.call('organisation.patch', { body: { timeZone: 'Asia/Tokyo' } })
    await shop.settle()
    await shop.create()
    await shop.services.store.write(async (rows) => {
      for (const row of await rows.analyticsDays.find(everyone, {}))
        await rows.analyticsDays.add(row, { cancelled: 1 })
    })
    const settled = disturb(shop)
    const tries: number[] = []
    for (let attempt = 0; attempt < 10; attempt++) {
      const [next] = await comparisons(shop)
      await shop.advance(next!.dueAt - shop.clock.now())
      tries.push((shop.clock.now() - changedAt) / minuteMs)
    }
    expect(tries).toEqual([10, 20, 40, 80, 160, 320, 640, 1060, 1480, 1900])
    const wrong = await bothCounts(shop, 'Asia/Tokyo')
    expect(wrong.stored).not.toEqual(wrong.recounted)
    settled()
    await shop.advance(7 * hourMs)
    const { stored, recounted } = await bothCounts(shop, 'Asia/Tokyo')
    expect(stored).toEqual(recounted)
    expect(await comparisons(shop)).toEqual([])
  })
})
