import { describe, expect, test } from 'vitest'
import { transact } from '../../../src/core/engine/transact.ts'
import { startOfNextMonth } from '../../../src/core/features/billing/monthly.ts'
import { recount } from '../../../src/core/features/billing/recount.ts'
import { readMoveContext } from '../../../src/core/features/items/chunks.ts'
import { moveItem } from '../../../src/core/features/items/move.ts'
import { saveItem } from '../../../src/core/features/items/save.ts'
import { monthOf } from '../../../src/core/features/ledger/seller.ts'
import { dayMs } from '../../../src/core/kernel/time.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { issueMonth, nameSeller, pay, settle } from '../../support/billing.ts'
import { createItemShop, type ItemShop } from '../../support/items.ts'
import { zoe } from '../../support/recipients.ts'

const price = 89
const abroad = {
  name: 'Jo Doe',
  street: 'Main St',
  houseNumber: '1',
  postalCode: '10001',
  city: 'New York',
  region: 'NY',
  country: 'US',
}

const open = async (fundsCents = 0, clock = '2026-03-02T08:00:00Z') => {
  const shop = await createItemShop({ fundsCents, clock })
  await nameSeller(shop)
  await settle(shop, { billingMode: 'MONTHLY' })
  return shop
}

/** Creates items and prints their run. */
const print = async (shop: ItemShop, changes: Record<string, unknown>[]) => {
  const ids: string[] = []
  for (const change of changes) ids.push((await shop.create(change)).id)
  await shop.advance(4 * dayMs)
  for (const id of ids) expect((await shop.row(id)).status).not.toBe('SCHEDULED')
  return ids
}

const invoices = async (shop: ItemShop) => {
  const { body } = await shop.call('invoices.list')
  return (body as { id: string; source: string }[]).filter(({ source }) => source === 'MONTHLY')
}
const detail = async (shop: ItemShop, id: string) =>
  (await shop.call('invoices.get', { params: { id } })).body
const agrees = async (shop: ItemShop) =>
  (await shop.services.store.read((rows) => recount(rows, shop.organisation.id))).differences

describe('a monthly invoice', () => {
  test('covers the pieces of an ended month by specification, zone and price', async () => {
    const shop = await open()
    await print(shop, [{}, { recipient: { ...zoe, houseNumber: '13' } }, { recipient: abroad }])
    shop.clock.set('2026-03-31T23:59:59.999Z')
    await shop.settle()
    expect(await invoices(shop)).toEqual([])
    await shop.advance('2026-04-01T01:00:00Z')
    const [invoice, ...others] = await invoices(shop)
    expect(others).toEqual([])
    expect(await detail(shop, invoice!.id)).toMatchObject({
      number: '2026-000001',
      kind: 'INVOICE',
      source: 'MONTHLY',
      status: 'ISSUED',
      issueDate: '2026-04-01',
      dueDate: '2026-04-15',
      periodFrom: '2026-03-01',
      periodTo: '2026-03-31',
      subtotalCents: 2 * price + 165,
      vatCents: 72,
      totalCents: 415,
      paidCents: 0,
      paidAt: null,
      lines: [
        {
          description: 'Postcard A6, binnenland',
          quantity: 2,
          unitPriceCents: price,
          amountCents: 2 * price,
        },
        { description: 'Postcard A6, wereld', quantity: 1, unitPriceCents: 165, zone: 'world' },
      ],
    })
    expect(await shop.money()).toEqual({ available: 0, reserved: 0 })
    expect(await agrees(shop)).toEqual([])
  })

  test('is not issued again by a second job, process or operator', async () => {
    const shop = await open()
    await print(shop, [{}])
    shop.clock.set('2026-04-01T02:00:00Z')
    const issued = await Promise.all([
      issueMonth(shop, '2026-03'),
      issueMonth(shop, '2026-03'),
      shop.settle(),
    ])
    expect(await invoices(shop)).toHaveLength(1)
    await shop.advance('2026-05-01T02:00:00Z')
    expect(await invoices(shop)).toHaveLength(1)
    expect(issued.filter(Boolean).length).toBeLessThanOrEqual(1)
  })

  test('is not issued for a month without usage', async () => {
    const shop = await open()
    await shop.advance('2026-06-01T02:00:00Z')
    expect(await invoices(shop)).toEqual([])
    const numbered = await pay(shop, 100)
    expect(numbered.number).toBe('2026-000001')
  })

  test('covers each missed month automatically after downtime', async () => {
    const shop = await open()
    // Delays the job that is due at the end of the month until June.
    const dueAt = Date.parse('2026-06-03T00:00:00Z')
    await shop.services.store.write((rows) =>
      rows.jobs.updateWhere(everyone, { kind: 'billing.monthly' }, { dueAt, wakeAt: dueAt }),
    )
    await print(shop, [{}])
    shop.clock.set('2026-04-02T07:00:00Z')
    const houses = ['13', '14', '15']
    await print(
      shop,
      houses.map((houseNumber) => ({ recipient: { ...zoe, houseNumber } })),
    )
    expect(await invoices(shop)).toEqual([])
    await shop.advance('2026-06-03T00:00:00Z')
    const issued = await Promise.all((await invoices(shop)).map(({ id }) => detail(shop, id)))
    expect(issued.map(({ periodFrom, subtotalCents }) => [periodFrom, subtotalCents])).toEqual([
      ['2026-04-01', 3 * price],
      ['2026-03-01', price],
    ])
  })

  test('leaves out prepaid usage, which was invoiced with the top-up', async () => {
    const shop = await open(100)
    await print(shop, [{}, { recipient: { ...zoe, houseNumber: '13' } }])
    await shop.advance('2026-04-01T02:00:00Z')
    const [invoice] = await invoices(shop)
    expect(await detail(shop, invoice!.id)).toMatchObject({
      subtotalCents: 2 * price - 100,
      lines: [
        { quantity: 2, amountCents: 2 * price },
        { description: 'Betaald uit het saldo', quantity: -1, unitPriceCents: 100, amountCents: -100 },
      ],
    })
    expect(await shop.money()).toEqual({ available: 0, reserved: 0 })
  })

  test('is not issued if everything was prepaid, and never later', async () => {
    const shop = await open(1_000)
    await print(shop, [{}])
    await shop.advance('2026-04-01T02:00:00Z')
    expect(await invoices(shop)).toEqual([])
    expect(await shop.money()).toEqual({ available: 1_000 - price, reserved: 0 })
    await shop.advance('2026-05-01T02:00:00Z')
    expect(await invoices(shop)).toEqual([])
  })

  test('offsets refunds against usage and carries the excess over', async () => {
    const shop = await open()
    const [first] = await print(shop, [{}])
    await shop.advance('2026-04-01T02:00:00Z')
    expect(await invoices(shop)).toHaveLength(1)
    const usage = () =>
      shop.services.store.read((rows) => rows.billingUsage.find({ organisationId: shop.organisation.id }, {}))
    // Simulates the printer's report of a spoiled piece: its refund counts in the month of the report.
    await refund(shop, first!)
    await shop.advance('2026-05-01T02:00:00Z')
    expect(await invoices(shop), 'nothing to invoice').toHaveLength(1)
    expect((await usage()).map(({ month, open }) => [month, open])).toEqual([
      ['2026-03', 0],
      ['2026-04', -1],
    ])
    await print(shop, [
      { recipient: { ...zoe, houseNumber: '14' } },
      { recipient: { ...zoe, houseNumber: '15' } },
    ])
    await shop.advance('2026-06-01T02:00:00Z')
    const [invoice] = await invoices(shop)
    expect(await detail(shop, invoice!.id)).toMatchObject({
      subtotalCents: price,
      lines: [
        { description: 'Postcard A6, binnenland', quantity: 2 },
        {
          description: 'Postcard A6, binnenland, niet verzonden (2026-04)',
          quantity: -1,
          unitPriceCents: price,
        },
      ],
    })
    expect(await shop.money()).toEqual({ available: 0, reserved: 0 })
    expect(await agrees(shop)).toEqual([])
  })

  test('uses months of the seller’s time zone', async () => {
    const shop = await open(0, '2026-03-31T22:30:00Z')
    await nameSeller(shop, { timeZone: 'Europe/Amsterdam' })
    const { number, issueDate } = await pay(shop, 100)
    expect([number, issueDate]).toEqual(['2026-000001', '2026-04-01'])
    expect(monthOf({ timeZone: 'Europe/Amsterdam' }, Date.parse('2026-03-31T22:30:00Z'))).toBe('2026-04')
    const next = (timeZone: string, now: string) =>
      new Date(startOfNextMonth({ timeZone }, Date.parse(now))).toISOString()
    expect(next('Europe/Amsterdam', '2026-03-10T00:00:00Z')).toBe('2026-03-31T22:00:00.000Z')
    expect(next('Asia/Kolkata', '2026-12-10T00:00:00Z')).toBe('2026-12-31T18:30:00.000Z')
    expect(next('UTC', '2026-12-31T23:59:59Z')).toBe('2027-01-01T00:00:00.000Z')
  })
})

describe('changing how an organisation pays', () => {
  test('to PREPAID issues a final invoice, after which the balance is zero', async () => {
    const shop = await open()
    await print(shop, [{}])
    const settings = await settle(shop, { billingMode: 'PREPAID' })
    expect(settings.billingMode).toBe('PREPAID')
    const [invoice] = await invoices(shop)
    expect(await detail(shop, invoice!.id)).toMatchObject({ periodFrom: '2026-03-01', subtotalCents: price })
    expect(await shop.money()).toEqual({ available: 0, reserved: 0 })
    await shop.advance('2026-05-01T02:00:00Z')
    expect(await invoices(shop)).toHaveLength(1)
  })

  test('to PREPAID charges mail scheduled before and printed after to the next top-up, once', async () => {
    const shop = await open()
    const { id } = await shop.create()
    await settle(shop, { billingMode: 'PREPAID' })
    await shop.advance(4 * dayMs)
    expect((await shop.row(id)).status).not.toBe('SCHEDULED')
    expect(await shop.money()).toEqual({ available: -price, reserved: 0 })
    await settle(shop, { billingMode: 'MONTHLY' })
    await print(shop, [{ recipient: { ...zoe, houseNumber: '13' } }])
    await shop.advance('2026-04-01T02:00:00Z')
    const [invoice] = await invoices(shop)
    expect(await detail(shop, invoice!.id)).toMatchObject({
      subtotalCents: 2 * price,
      lines: [{ quantity: 1 }, { description: 'Overgenomen van het saldo', amountCents: price }],
    })
    expect(await shop.money()).toEqual({ available: 0, reserved: 0 })
  })

  test('to MONTHLY releases items that waited for funds', async () => {
    const shop = await createItemShop({ fundsCents: 0 })
    const { id } = await shop.create()
    expect((await shop.row(id)).heldReason).toBe('INSUFFICIENT_FUNDS')
    await settle(shop, { billingMode: 'MONTHLY' })
    await shop.settle()
    expect((await shop.row(id)).status).toBe('SCHEDULED')
  })
})

const refund = async (shop: ItemShop, id: string) => {
  await shop.force(id, 'IN_PRODUCTION')
  await transact(shop.services, async (transaction) => {
    const context = await readMoveContext(shop.services, transaction, shop.organisation.id, shop.clock.now())
    const item = (await transaction.rows.items.get(everyone, id))!
    await saveItem(transaction.rows, moveItem(context, item, 'NOT_SENT'))
  })
}
