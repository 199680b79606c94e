import { describe, expect, test } from 'vitest'
import { transact } from '../../../src/core/engine/transact.ts'
import { allInvoiceTexts } from '../../../src/core/features/billing/invoice-words.ts'
import { recount } from '../../../src/core/features/billing/recount.ts'
import { patchTerms } from '../../../src/core/features/billing/settings.ts'
import { topUp } from '../../../src/core/features/billing/top-ups.ts'
import { createFakeRenderer } from '../../support/fake-renderer.ts'
import { createItemShop, type ItemShop } from '../../support/items.ts'
import { zoe } from '../../support/recipients.ts'

/** Price of a domestic postcard. */
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

const pay = async (shop: ItemShop, amountCents: number) => {
  await topUp(shop.services, { organisationId: shop.organisation.id, amountCents })
  await shop.settle()
}

/** Creates items a second apart, so that their order is unambiguous. */
const createInOrder = async (shop: ItemShop, changes: Record<string, unknown>[]) => {
  const ids: string[] = []
  for (const change of changes) {
    ids.push((await shop.create(change)).id)
    shop.clock.advance(1000)
  }
  return ids
}

const statesOf = async (shop: ItemShop, ids: readonly string[]) => {
  const rows = await Promise.all(ids.map((id) => shop.row(id)))
  return rows.map(({ status, heldReason }) => (heldReason ? `${status} ${heldReason}` : status))
}

const waits = 'HELD INSUFFICIENT_FUNDS'

describe('items that wait for funds', () => {
  test('continue after a top-up, oldest first, while funds last', async () => {
    const shop = await createItemShop({ fundsCents: 0 })
    const ids = await createInOrder(shop, [{}, {}, {}])
    expect(await statesOf(shop, ids)).toEqual([waits, waits, waits])
    await pay(shop, 2 * price + 1)
    expect(await statesOf(shop, ids)).toEqual(['SCHEDULED', 'SCHEDULED', waits])
    expect(await shop.events(ids[0]!)).toEqual(['created', 'held', 'ready', 'scheduled'])
    expect(await shop.events(ids[2]!)).toEqual(['created', 'held'])
    expect(await shop.money()).toEqual({ available: 1, reserved: 2 * price })
  })

  test('are not overtaken by cheaper newer ones', async () => {
    const shop = await createItemShop({ fundsCents: 0 })
    const ids = await createInOrder(shop, [{ recipient: abroad }, {}])
    await pay(shop, price)
    expect(await statesOf(shop, ids)).toEqual([waits, waits])
    await pay(shop, 1_000)
    expect(await statesOf(shop, ids)).toEqual(['SCHEDULED', 'SCHEDULED'])
  })

  test('continue when the one before them is cancelled', async () => {
    const shop = await createItemShop({ fundsCents: 0 })
    const ids = await createInOrder(shop, [{ recipient: abroad }, {}, {}])
    await pay(shop, price)
    expect(await statesOf(shop, ids)).toEqual([waits, waits, waits])
    await shop.call('items.cancel', { params: { id: ids[0]! } })
    await shop.settle()
    expect(await statesOf(shop, ids)).toEqual(['CANCELLED', 'SCHEDULED', waits])
  })

  test('continue when a cancelled item releases its funds', async () => {
    const shop = await createItemShop({ fundsCents: price })
    const ids = await createInOrder(shop, [{}, {}, {}])
    expect(await statesOf(shop, ids)).toEqual(['SCHEDULED', waits, waits])
    await shop.act('items.cancel', ids[0]!)
    await shop.settle()
    expect(await statesOf(shop, ids)).toEqual(['CANCELLED', 'SCHEDULED', waits])
  })

  test('wait for a paused Postflow instead, and don’t block other items', async () => {
    const shop = await createItemShop({ fundsCents: 0 })
    const paused = await shop.postflow()
    const ids = await createInOrder(shop, [{ postflowId: paused }, {}])
    await shop.act('postflows.pause', paused)
    await pay(shop, price)
    expect(await statesOf(shop, ids)).toEqual(['HELD POSTFLOW_PAUSED', 'SCHEDULED'])
  })

  test('stay held until the organisation pays', async () => {
    const shop = await createItemShop({ fundsCents: 0 })
    const ids = await createInOrder(shop, [{}])
    await shop.advance(24 * 3_600_000)
    expect(await statesOf(shop, ids)).toEqual([waits])
  })

  test('continue in batches of a hundred, and the recount agrees', async () => {
    const shop = await createItemShop({ fundsCents: 0 })
    const items = Array.from({ length: 250 }, (_, index) => ({
      postflowId: shop.postflowId,
      recipient: { ...zoe, houseNumber: String(index + 1) },
      data: { firstName: 'Zoë' },
    }))
    await shop.call('items.createBulk', { body: { items } })
    await pay(shop, 220 * price)
    const count = async (filter: Record<string, string>) =>
      (await shop.call('items.list', { query: { ...filter, include: 'total', limit: 1 } })).body.totalCount
    expect(await count({ 'filter[status]': 'SCHEDULED' })).toBe(220)
    expect(await count({ 'filter[heldReason]': 'INSUFFICIENT_FUNDS' })).toBe(30)
    expect(await shop.money()).toEqual({ available: 0, reserved: 220 * price })
    expect(await shop.services.store.read((rows) => recount(rows, shop.organisation.id))).toMatchObject({
      agrees: true,
    })
    expect(shop.logged).toEqual([])
  })
})

describe('terms that change during a call', () => {
  const changing = async (from: 'PREPAID' | 'MONTHLY', to: 'PREPAID' | 'MONTHLY') => {
    let change = async (): Promise<[]> => []
    const renderer = createFakeRenderer()
    const shop = await createItemShop({
      fundsCents: 0,
      monthly: from === 'MONTHLY',
      // During the check, the call is authenticated, but its transaction has not begun.
      ports: { renderer: { ...renderer, check: () => change() } },
    })
    const textsIn = await allInvoiceTexts()
    change = async () => {
      await transact(shop.services, (transaction) =>
        patchTerms(shop.services, transaction, shop.organisation.id, { billingMode: to }, textsIn),
      )
      return []
    }
    return shop
  }

  test('prepaid again: no service on credit', async () => {
    const shop = await changing('MONTHLY', 'PREPAID')
    expect(await shop.create()).toMatchObject({ status: 'HELD', heldReason: 'INSUFFICIENT_FUNDS' })
    expect(await shop.money()).toEqual({ available: 0, reserved: 0 })
  })

  test('invoiced monthly: no waiting for money', async () => {
    const shop = await changing('PREPAID', 'MONTHLY')
    expect(await shop.create()).toMatchObject({ status: 'SCHEDULED' })
    expect(await shop.money()).toEqual({ available: -price, reserved: price })
  })
})
