import { describe, expect, test } from 'vitest'
import { trackingUrl } from '../../../src/core/features/items/item.ts'
import { recordScan } from '../../../src/core/features/tracking/scan.ts'
import { dayMs, minuteMs, secondMs } from '../../../src/core/kernel/time.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'

const before = '2026-01-05T08:00:00Z'
const advance = (shop: MailShop, body: object) =>
  shop.call('developers.advanceTestClock', { key: shop.keys.test, body })
const simulate = (shop: MailShop, id: string, event: string) =>
  shop.call('developers.simulate', { key: shop.keys.test, params: { id }, body: { event } })

describe('the test clock', () => {
  test('starts at real time, without a cutoff', async () => {
    const shop = await createMailShop({ clock: before })
    expect((await shop.call('developers.testClock', { key: shop.keys.test })).body).toEqual({
      now: '2026-01-05T08:00:00.000Z',
      realNow: '2026-01-05T08:00:00.000Z',
      offsetMs: 0,
      nextCutoffAt: null,
      advancingTo: null,
      waitingJobs: 0,
    })
  })

  test('moves to the next cutoff of a run with items, after all work due by then', async () => {
    const shop = await createMailShop({ clock: before })
    const { id } = await shop.post({ mode: 'test', sendOn: '2026-01-07' })
    const emptied = await shop.post({ mode: 'test' })
    await shop.call('items.cancel', { key: shop.keys.test, params: { id: emptied.id } })
    const response = await advance(shop, { to: 'next-cutoff' })
    expect(response).toMatchObject({
      status: 200,
      body: { now: '2026-01-07T09:00:00.000Z', done: true, waitingJobs: 0, nextCutoffAt: null },
    })
    expect(await shop.item(id)).toMatchObject({ status: 'IN_PRODUCTION' })
  })

  test.each([
    ['an instant', { to: '2026-01-06T10:30:00+01:00' }, '2026-01-06T09:30:00.000Z'],
    ['days', { by: 'P2D' }, '2026-01-07T08:00:00.000Z'],
    ['a week', { by: 'P1W' }, '2026-01-12T08:00:00.000Z'],
    ['hours, minutes and seconds', { by: 'PT1H30M5S' }, '2026-01-05T09:30:05.000Z'],
    ['a duration of zero', { by: 'PT0S' }, '2026-01-05T08:00:00.000Z'],
  ])('moves by %s', async (_what, body, now) => {
    const shop = await createMailShop({ clock: before })
    expect(await advance(shop, body)).toMatchObject({ status: 200, body: { now } })
  })

  test('moves by exactly the requested duration, while real time passes', async () => {
    const shop = await createMailShop({ clock: before })
    const { now } = shop.clock
    let calls = 0
    shop.services.clock.now = () => now() + calls++
    const { body } = await advance(shop, { by: 'P1D' })
    expect(body).toMatchObject({ done: true, offsetMs: dayMs })
    expect((await advance(shop, { by: 'PT1H' })).body).toMatchObject({ offsetMs: dayMs + 60 * minuteMs })
  })

  test.each([
    ['neither', {}, ['to', 'by']],
    ['both', { to: 'next-cutoff', by: 'P1D' }, ['to', 'by']],
    ['the past', { to: '2026-01-05T07:59:59Z' }, ['to']],
    ['an instant without an offset', { to: '2026-01-06T10:30:00' }, ['to']],
    ['a day without a time', { to: '2026-01-06' }, ['to']],
    ['a day that does not exist', { to: '2026-02-30T00:00:00Z' }, ['to']],
    ['next-cutoff without items', { to: 'next-cutoff' }, ['to']],
    ['more than a year', { by: 'P367D' }, ['by']],
    ['a month, which has no fixed length', { by: 'P1M' }, ['by']],
    ['a duration without parts', { by: 'P' }, ['by']],
    ['a duration ending in T', { by: 'P1DT' }, ['by']],
    ['an unknown field', { until: 'P1D' }, ['until']],
  ])('refuses %s and does not move', async (_what, body, parameters) => {
    const shop = await createMailShop({ clock: before })
    const response = await advance(shop, body)
    expect(response).toMatchObject({ status: 422, body: { code: 'validation_failed' } })
    expect(response.body.errors.map((error: { parameter: string }) => error.parameter)).toEqual(parameters)
    const { body: clock } = await shop.call('developers.testClock', { key: shop.keys.test })
    expect(clock.offsetMs).toBe(0)
  })

  test('requires a test key', async () => {
    const shop = await createMailShop({ clock: before })
    for (const operation of ['developers.testClock', 'developers.advanceTestClock']) {
      expect(await shop.call(operation, { body: { by: 'P1D' } })).toMatchObject({ status: 403 })
    }
  })

  test('answers 202 after two seconds and continues in the background', async () => {
    const shop = await createMailShop({ clock: before })
    const { id } = await shop.post({ mode: 'test' })
    const { handOver } = shop.printers.test
    shop.services.printPartners.test.handOver = (request) => {
      shop.clock.advance(2500)
      return handOver(request)
    }
    const response = await advance(shop, { by: 'P10D' })
    expect(response).toMatchObject({
      status: 202,
      body: { done: false, advancingTo: '2026-01-15T08:00:00.000Z' },
    })
    // A second move starts from the target of the first, not from the clock's current time.
    expect((await advance(shop, { by: 'P1D' })).body.now).toBe('2026-01-16T08:00:02.500Z')
    await shop.settle()
    // Each step has the time at which it was due, not the time to which the clock was moved.
    expect(
      (await shop.item(id)).history.slice(-2).map(({ status, at }) => [status, new Date(at).toISOString()]),
    ).toEqual([
      ['HANDED_TO_CARRIER', '2026-01-06T09:00:00.000Z'],
      ['COMPLETED', '2026-01-08T09:00:00.000Z'],
    ])
    const { body: clock } = await shop.call('developers.testClock', { key: shop.keys.test })
    expect(clock).toMatchObject({ advancingTo: null, offsetMs: 11 * dayMs, now: '2026-01-16T08:00:02.500Z' })
  })

  test('arrives after all work that follows, even if real time passes on the way', async () => {
    const shop = await createMailShop({ clock: before })
    const { id } = await shop.post({ mode: 'test' })
    const { scheduler } = shop.core
    const to = Date.parse('2026-01-05T09:00:00Z')
    let jobs = 0
    const pauseAfterOneJob = () => jobs++ > 0
    expect(await scheduler.advance(shop.organisation.id, to, pauseAfterOneJob)).toMatchObject({ done: false })
    shop.clock.advance(3 * secondMs)
    expect(await scheduler.advance(shop.organisation.id, to)).toMatchObject({ done: true })
    expect(await shop.item(id)).toMatchObject({ status: 'IN_PRODUCTION' })
  })

  test('waits for a job that another process runs, or for its lease to expire', async () => {
    const shop = await createMailShop({ clock: before })
    const { id } = await shop.post({ mode: 'test', sendOn: '2026-01-07' })
    await shop.services.store.write(async (rows) => {
      const [job] = await rows.jobs.find(everyone, { kind: 'runs.cutoff' })
      await rows.jobs.update(everyone, job!.id, {
        status: 'RUNNING',
        leaseToken: 'lse_theirs',
        leaseUntil: shop.clock.now() + 5 * minuteMs,
        dedupeKey: `${job!.dedupeKey}|lse_theirs`,
      })
    })
    const answer = await advance(shop, { to: 'next-cutoff' })
    expect(answer).toMatchObject({ status: 202, body: { done: false } })
    expect(await shop.item(id)).toMatchObject({ status: 'SCHEDULED' })
    await shop.advance(6 * minuteMs)
    await shop.advance(secondMs)
    expect(await shop.item(id)).toMatchObject({ status: 'IN_PRODUCTION' })
  })

  test('treats an open run whose cutoff passed before a crash as due now', async () => {
    const shop = await createMailShop({ clock: before })
    const { id } = await shop.post({ mode: 'test', sendOn: '2026-01-07' })
    const passed = Date.parse('2026-01-07T09:00:00.607Z') - shop.clock.now()
    await shop.services.store.write((rows) =>
      rows.organisations.update(everyone, shop.organisation.id, { testClockOffsetMs: passed }),
    )
    expect(await advance(shop, { to: 'next-cutoff' })).toMatchObject({
      status: 200,
      body: { now: '2026-01-07T09:00:00.607Z', done: true, nextCutoffAt: null },
    })
    expect(await shop.item(id)).toMatchObject({ status: 'IN_PRODUCTION' })
  })

  test('moves only the clock of its organisation', async () => {
    const shop = await createMailShop({ clock: before })
    const { keys } = await shop.another()
    await advance(shop, { by: 'P10D' })
    expect((await shop.call('developers.testClock', { key: keys.test })).body.offsetMs).toBe(0)
  })
})

describe('simulation', () => {
  test('takes a test item from created to returned without real time passing', async () => {
    const shop = await createMailShop({ clock: before })
    const { id } = await shop.post({ mode: 'test' })
    await advance(shop, { to: 'next-cutoff' })
    for (const event of ['HANDED_TO_CARRIER', 'COMPLETED', 'RETURNED']) {
      expect(await simulate(shop, id, event)).toMatchObject({ status: 200, body: { status: event } })
    }
    expect(await shop.events(id)).toEqual([
      'item.created',
      'item.ready',
      'item.scheduled',
      'item.in_production',
      'item.handed_to_carrier',
      'item.completed',
      'item.returned',
    ])
    // The simulated carrier comes later and finds nothing left to do.
    await advance(shop, { by: 'P10D' })
    expect(await shop.item(id)).toMatchObject({ status: 'RETURNED' })
  })

  test.each([
    ['SCHEDULED', 'RETURNED', 409],
    ['SCHEDULED', 'COMPLETED', 409],
    ['SCHEDULED', 'NOT_SENT', 409],
    ['SCHEDULED', 'FAILED', 200],
    ['IN_PRODUCTION', 'NOT_SENT', 200],
    ['IN_PRODUCTION', 'COMPLETED', 409],
  ])('from %s: %s → %i', async (status, event, expected) => {
    const shop = await createMailShop({ clock: before })
    const { id } = await shop.post({ mode: 'test' })
    if (status === 'IN_PRODUCTION') await advance(shop, { to: 'next-cutoff' })
    const response = await simulate(shop, id, event)
    expect(response.status).toBe(expected)
    if (expected === 409) expect(response.body.detail).toContain(status)
  })

  test('a failed item leaves its run', async () => {
    const shop = await createMailShop({ clock: before })
    const { id } = await shop.post({ mode: 'test' })
    await simulate(shop, id, 'FAILED')
    expect(await shop.runs()).toMatchObject([{ itemCount: 0 }])
  })

  test('an item that fails after its run is rendered is not in the package', async () => {
    const shop = await createMailShop({ clock: before })
    const stays = await shop.post({ mode: 'test' })
    const fails = await shop.post({ mode: 'test' })
    shop.printers.test.script({ kind: 'unavailable', reason: 'Away.' })
    await advance(shop, { to: 'next-cutoff' })
    expect(await shop.runs()).toMatchObject([{ status: 'RENDERED', itemCount: 2 }])
    expect(await simulate(shop, fails.id, 'FAILED')).toMatchObject({ status: 200, body: { runId: null } })
    shop.printers.test.script()
    await advance(shop, { by: 'PT1H' })
    const [run] = await shop.runs()
    const manifest = shop.printers.test.packages.get(run!.id)!.find(({ name }) => name === 'manifest.json')!
    const { items } = JSON.parse(Buffer.from(manifest.bytes!).toString())
    expect(items.map((item: { id: string }) => item.id)).toEqual([stays.id])
  })

  test('an item cannot leave its run during hand-over', async () => {
    const shop = await createMailShop({ clock: before })
    const { id } = await shop.post({ mode: 'test' })
    shop.printers.test.script({ kind: 'lost' })
    await advance(shop, { to: 'next-cutoff' })
    expect(await shop.runs()).toMatchObject([{ status: 'HANDING_OVER' }])
    expect(await simulate(shop, id, 'FAILED')).toMatchObject({ status: 409 })
    expect(await shop.item(id)).toMatchObject({ status: 'SCHEDULED' })
  })

  test.each([
    ['with a live key', 403],
    ['an item of live mode', 404],
  ])('%s is refused with %i', async (what, status) => {
    const shop = await createMailShop({ clock: before })
    const { id } = await shop.post({ mode: 'live' })
    const key = what === 'with a live key' ? shop.keys.live : shop.keys.test
    const response = await shop.call('developers.simulate', {
      key,
      params: { id },
      body: { event: 'FAILED' },
    })
    expect(response.status).toBe(status)
  })

  test('an unknown event is reported with its field', async () => {
    const shop = await createMailShop({ clock: before })
    const { id } = await shop.post({ mode: 'test' })
    expect(await simulate(shop, id, 'EATEN')).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'event' }] },
    })
  })
})

describe('a scanned code', () => {
  test('is counted, emits an event and returns the Postflow’s URL', async () => {
    const shop = await createMailShop({ clock: before })
    const { id } = await shop.post()
    const { trackingCode } = await shop.item(id)
    expect(await recordScan(shop.services, trackingCode)).toEqual({
      targetUrl: 'https://example.com/flowers',
    })
    await recordScan(shop.services, trackingCode.toLowerCase())
    expect(await shop.item(id)).toMatchObject({ scanCount: 2, status: 'SCHEDULED' })
    expect((await shop.events(id)).filter((type) => type === 'qr.scanned')).toHaveLength(2)
    const days = await shop.services.store.read((rows) =>
      rows.analyticsDays.find({ organisationId: shop.organisation.id }, { grain: 'organisation' }),
    )
    expect(days).toMatchObject([{ day: '2026-01-05', scans: 2 }])
  })

  test('of a test item can be simulated', async () => {
    const shop = await createMailShop({ clock: before })
    const { id } = await shop.post({ mode: 'test' })
    expect(await simulate(shop, id, 'SCAN')).toMatchObject({ status: 200, body: { scanCount: 1 } })
  })

  test.each(['NOSUCHCODE12', '', '../../etc', 'A'.repeat(100)])(
    'of another instance or malformed (%s) is ignored',
    async (code) => {
      const shop = await createMailShop({ clock: before })
      expect(await recordScan(shop.services, code)).toBeUndefined()
      expect(await shop.events()).not.toContain('qr.scanned')
    },
  )

  test.each([
    ['http://127.0.0.1:8484', 'HTTP://127.0.0.1:8484/Q/ABC123'],
    ['https://mail.example', 'HTTPS://MAIL.EXAMPLE/Q/ABC123'],
    ['https://mail.example/shop', 'https://mail.example/shop/q/ABC123'],
  ])('is printed for %s as %s', (baseUrl, expected) => {
    expect(trackingUrl({ baseUrl }, 'ABC123')).toBe(expected)
  })
})
