import { describe, expect, test } from 'vitest'
import { recount } from '../../src/core/features/billing/recount.ts'
import { topUp } from '../../src/core/features/billing/top-ups.ts'
import { revokeKey } from '../../src/core/features/developers/keys.ts'
import { suspendOrganisation } from '../../src/core/features/organisations/manage.ts'
import { newSetupLink } from '../../src/core/features/people/administration/user-admin.ts'
import { everyone } from '../../src/core/ports/store.ts'
import { createItemShop } from '../support/items.ts'
import { createMailShop } from '../support/mail.ts'
import { browser, password, tokenIn } from '../support/people.ts'
import { twinOf } from '../support/postgres/twins.ts'
import { zoe } from '../support/recipients.ts'
import { createTestShop, type TestCall } from '../support/shop.ts'
import { emitEvents, register } from '../support/webhooks.ts'

/** Sends concurrent calls alternately to both servers; returns the sorted statuses. */
const both = async (
  shop: { call: (operation: string, call?: TestCall) => Promise<{ status: number }> },
  twin: { call: (operation: string, call?: TestCall) => Promise<{ status: number }> },
  count: number,
  operation: string,
  call: (index: number) => TestCall,
) => {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) => (index % 2 ? twin : shop).call(operation, call(index))),
  )
  return answers.map(({ status }) => status).sort()
}

const times = (status: number, count: number): number[] => Array.from({ length: count }, () => status)

describe('two servers of one database', () => {
  test('never spend the same money twice, and their books agree', async () => {
    const shop = await createItemShop({ fundsCents: 1_000 })
    const twin = await twinOf(shop)
    const body = { postflowId: shop.postflowId, data: { firstName: 'Zoë' } }
    const recipient = (index: number) => ({ ...zoe, houseNumber: String(index + 1) })
    const statuses = await both(shop, twin, 40, 'items.create', (index) => ({
      body: { ...body, recipient: recipient(index) },
    }))
    expect(statuses).toEqual(times(201, 40))
    const items = await shop.services.store.read((rows) => rows.items.find(everyone, {}))
    const paid = items.filter((item) => item.status === 'SCHEDULED')
    const held = items.filter((item) => item.heldReason === 'INSUFFICIENT_FUNDS')
    const price = paid[0]!.priceCents
    expect(paid).toHaveLength(Math.floor(1_000 / price))
    expect(held).toHaveLength(40 - paid.length)
    expect(await shop.money()).toEqual({
      available: 1_000 - paid.length * price,
      reserved: paid.length * price,
    })
    const { organisation } = shop
    expect(await shop.services.store.read((rows) => recount(rows, organisation.id))).toMatchObject({
      differences: [],
    })
  })

  test('never exceed a spending cap, and count each amount once', async () => {
    const shop = await createItemShop()
    const twin = await twinOf(shop)
    const session = await shop.portal()
    await shop.call('billing.patchSettings', { session, body: { spendingCapCents: 1_000 } })
    await shop.settle()
    const body = { postflowId: shop.postflowId, data: { firstName: 'Zoë' } }
    const statuses = await both(shop, twin, 40, 'items.create', (index) => ({
      body: { ...body, recipient: { ...zoe, houseNumber: String(index + 1) } },
    }))
    expect(statuses).toEqual(times(201, 40))
    const items = await shop.services.store.read((rows) => rows.items.find(everyone, {}))
    const paid = items.filter((item) => item.status === 'SCHEDULED')
    const price = paid[0]!.priceCents
    expect(paid).toHaveLength(Math.floor(1_000 / price))
    expect(items.filter((item) => item.heldReason === 'SPENDING_CAP')).toHaveLength(40 - paid.length)
    const spent = async () => (await shop.call('billing.spending')).body.spentCents
    expect(await spent()).toBe(paid.length * price)
    // Both servers cancel items; a job on one of them releases held items in their place.
    await both(shop, twin, 6, 'items.cancel', (index) => ({ params: { id: paid[index]!.id } }))
    await shop.settle()
    expect(await spent()).toBe(paid.length * price)
    const after = await shop.services.store.read((rows) => rows.items.find(everyone, { status: 'SCHEDULED' }))
    expect(after).toHaveLength(paid.length)
  })

  test('attach to one run, and number events in one sequence without gaps', async () => {
    const shop = await createItemShop()
    const twin = await twinOf(shop)
    const body = { postflowId: shop.postflowId, data: { firstName: 'Zoë' } }
    await both(shop, twin, 30, 'items.create', (index) => ({
      body: { ...body, recipient: { ...zoe, houseNumber: String(index + 1) } },
    }))
    const { runs, events } = await shop.services.store.read(async (rows) => ({
      runs: await rows.runs.find(everyone, {}),
      events: await rows.events.find(everyone, {}, { order: [{ field: 'sequence' }] }),
    }))
    expect(runs.map(({ itemCount }) => itemCount)).toEqual([30])
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1))
  })

  test('number invoices of all organisations without gaps', async () => {
    const shop = await createTestShop()
    const twin = await twinOf(shop)
    const other = await shop.another()
    const organisations = [shop.organisation.id, other.organisation.id]
    await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        topUp((index % 2 ? twin.core : shop.core).services, {
          organisationId: organisations[Math.floor(index / 2) % 2]!,
          amountCents: 100,
        }),
      ),
    )
    const invoices = await shop.services.store.read((rows) => rows.invoices.find(everyone, {}))
    const numbers = invoices.map(({ number }) => number).sort()
    expect(numbers).toEqual(numbers.map((_, index) => `2026-${String(index + 1).padStart(6, '0')}`))
    expect(numbers).toHaveLength(24)
  })

  test('accept twenty webhook endpoints and not one more', async () => {
    const shop = await createTestShop()
    const twin = await twinOf(shop)
    const statuses = await both(shop, twin, 26, 'webhooks.create', (index) => ({
      body: { url: `https://hooks.example.com/${index}`, events: ['*'] },
    }))
    expect(statuses).toEqual([...times(201, 20), ...times(409, 6)])
  })

  test('execute requests with one Idempotency-Key once', async () => {
    const shop = await createItemShop()
    const twin = await twinOf(shop)
    const body = { postflowId: shop.postflowId, recipient: zoe, data: { firstName: 'Zoë' } }
    const statuses = await both(shop, twin, 20, 'items.create', () => ({ body, idempotencyKey: 'once' }))
    expect(statuses).toEqual(times(201, 20))
    expect(await shop.services.store.read((rows) => rows.items.count(everyone, {}))).toBe(1)
  })

  test('create only one first user', async () => {
    const shop = await createTestShop()
    const twin = await twinOf(shop)
    const token = tokenIn((await newSetupLink(shop.services))!)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => {
        const here = browser(index % 2 ? { ...shop, call: twin.call } : shop, `192.0.2.${index + 1}`)
        return here.call('setup.create', { token, email: `${index}@example.com`, name: 'Ada', password })
      }),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...times(422, 7)])
    expect(await shop.services.store.read((rows) => rows.users.count(everyone, {}))).toBe(1)
  })

  test('derive distinct keys of categories', async () => {
    const shop = await createTestShop()
    const twin = await twinOf(shop)
    const statuses = await both(shop, twin, 12, 'advertisingCategories.create', () => ({
      body: { label: 'Seeds & bulbs' },
    }))
    expect(statuses).toEqual(times(201, 12))
  })

  test('count requests together', async () => {
    const shop = await createTestShop()
    const twin = await twinOf(shop)
    await shop.services.store.write((rows) =>
      rows.organisations.update(everyone, shop.organisation.id, { rateLimits: { general: 10 } }),
    )
    const statuses = await both(shop, twin, 60, 'organisation.get', () => ({}))
    expect(statuses).toEqual([...times(200, 10), ...times(429, 50)])
    shop.clock.advance(60_000)
    expect((await twin.call('organisation.get')).headers).toMatchObject({ 'RateLimit-Remaining': '9' })
  })

  test('refuse a revoked key and a suspended organisation as soon as the other one has answered', async () => {
    const shop = await createTestShop()
    const twin = await twinOf(shop)
    const [key] = await shop.services.store.read((rows) => rows.apiKeys.find(everyone, { mode: 'test' }))
    expect(await twin.call('organisation.get', { key: shop.keys.test })).toMatchObject({ status: 200 })
    await revokeKey(shop.services, key!.id)
    expect(await twin.call('organisation.get', { key: shop.keys.test })).toMatchObject({ status: 401 })
    await suspendOrganisation(shop.services, shop.organisation.id)
    const refused = await twin.call('advertisingCategories.create', { body: { label: 'Late' } })
    expect(refused).toMatchObject({ status: 403, body: { code: 'organisation_suspended' } })
  })

  test('print a run once, and send every delivery once', async () => {
    const shop = await createMailShop({ clock: '2026-01-05T09:00:00Z', config: { itemsPerPart: 3 } })
    const twin = await twinOf(shop)
    await register(shop)
    for (let count = 0; count < 10; count++) await shop.post()
    const [run] = await shop.runs()
    shop.clock.set(new Date(run!.cutoffAt + 1).toISOString())
    const work = async (core: typeof shop.core) => {
      for (let idle = 0; idle < 3; ) {
        const { ran } = await core.scheduler.tick()
        await core.webhooks.settle()
        idle = ran === 0 ? idle + 1 : 0
      }
    }
    await Promise.all([work(shop.core), work(twin.core)])
    expect((await shop.runs())[0]).toMatchObject({ status: 'HANDED_TO_PRINTER', itemCount: 10 })
    expect(shop.printers.live.packages.size).toBe(1)
    expect((await shop.items()).map(({ status }) => status)).toEqual(Array(10).fill('IN_PRODUCTION'))
    const sent = shop.sender.requests.map(({ headers }) => headers['X-Webhook-Id'])
    const deliveries = await shop.services.store.read((rows) => rows.webhookDeliveries.find(everyone, {}))
    expect(deliveries.map(({ status }) => status)).toEqual(deliveries.map(() => 'DELIVERED'))
    expect(new Set(sent).size).toBe(sent.length)
    expect(sent).toHaveLength(deliveries.length)
    expect(shop.logged).toEqual([])
  })

  test('retry waiting deliveries once, whichever of them is asked and sends', async () => {
    const shop = await createTestShop()
    const twin = await twinOf(shop)
    const { id } = await register(shop)
    shop.sender.answerWith({ status: 500 })
    await emitEvents(shop, 120)
    await shop.core.webhooks.settle()
    shop.clock.advance(2_000)
    shop.sender.answerWith({ status: 200 })
    const before = shop.sender.requests.length
    expect(await both(shop, twin, 6, 'webhooks.retryNow', () => ({ params: { id } }))).toEqual(times(202, 6))
    const work = async (core: typeof shop.core) => {
      for (let idle = 0; idle < 3; ) {
        const { ran } = await core.scheduler.tick()
        await core.webhooks.settle()
        idle = ran === 0 ? idle + 1 : 0
      }
    }
    await Promise.all([work(shop.core), work(twin.core)])
    const sent = shop.sender.requests.slice(before).map(({ headers }) => headers['X-Webhook-Id'])
    const deliveries = await shop.services.store.read((rows) => rows.webhookDeliveries.find(everyone, {}))
    expect(sent.toSorted()).toEqual(deliveries.map((delivery) => delivery.id).toSorted())
    expect(new Set(deliveries.map(({ status, attemptCount }) => `${status} ${attemptCount}`))).toEqual(
      new Set(['DELIVERED 2']),
    )
    expect(shop.logged).toEqual([])
  })

  test('lose no event while many are recorded and sent concurrently', async () => {
    const shop = await createTestShop()
    const twin = await twinOf(shop)
    await register(shop)
    const telling = Promise.all([1, 2, 3, 4].map(() => emitEvents(shop, 10)))
    const sending = (async () => {
      for (let round = 0; round < 20; round++) {
        await Promise.all([shop.core.webhooks.pump(), twin.core.webhooks.pump()])
      }
    })()
    await Promise.all([telling, sending])
    await Promise.all([shop.core.webhooks.settle(), twin.core.webhooks.settle()])
    expect(shop.sender.requests).toHaveLength(40)
  })

  test('run the jobs of one test clock one after the other', async () => {
    const shop = await createMailShop({ clock: '2026-01-05T09:00:00Z' })
    const twin = await twinOf(shop)
    for (let count = 0; count < 4; count++) await shop.post({ mode: 'test' })
    const to = Date.parse('2026-01-20T09:00:00Z')
    const advance = async (core: typeof shop.core) => {
      while (!(await core.scheduler.advance(shop.organisation.id, to)).done);
    }
    await Promise.all([advance(shop.core), advance(twin.core)])
    const items = await shop.items()
    expect(items.map(({ status }) => status)).toEqual(Array(4).fill('COMPLETED'))
    const own = (await shop.events(items[0]!.id)).slice(-4)
    expect(own).toEqual(['item.scheduled', 'item.in_production', 'item.handed_to_carrier', 'item.completed'])
    expect(shop.printers.test.packages.size).toBe(1)
  })
})
