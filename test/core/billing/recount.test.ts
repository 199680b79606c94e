import { describe, expect, test } from 'vitest'
import { recount } from '../../../src/core/features/billing/recount.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { createItemShop, type ItemShop } from '../../support/items.ts'
import { zoe } from '../../support/recipients.ts'

const counted = (shop: ItemShop) => shop.services.store.read((rows) => recount(rows, shop.organisation.id))

describe('the recount of an organisation’s money', () => {
  test('adds up the ledger, and agrees with the account and every item', async () => {
    const shop = await createItemShop({ fundsCents: 250 })
    const [, cancelled] = [await shop.create(), await shop.create(), await shop.create()]
    await shop.act('items.cancel', cancelled.id)
    await shop.settle()
    await shop.create({}, shop.keys.test).catch(() => undefined)
    expect(await shop.money()).toEqual({ available: 250 - 2 * 89, reserved: 2 * 89 })
    expect(await counted(shop)).toEqual({
      agrees: true,
      // One top-up, three reservations, one release.
      entries: 5,
      ledger: { balanceCents: 250, reservedCents: 178 },
      differences: [],
    })
  })

  test('of an organisation without money finds nothing', async () => {
    const shop = await createItemShop({ fundsCents: 0 })
    expect(await counted(shop)).toEqual({
      agrees: true,
      entries: 0,
      ledger: { balanceCents: 0, reservedCents: 0 },
      differences: [],
    })
  })

  test('covers more entries than a page', async () => {
    const shop = await createItemShop({ fundsCents: 200_000 })
    for (let from = 0; from < 1_500; from += 500) {
      const items = Array.from({ length: 500 }, (_, index) => ({
        postflowId: shop.postflowId,
        recipient: { ...zoe, houseNumber: String(from + index + 1) },
        data: { firstName: 'Zoë' },
      }))
      expect((await shop.call('items.createBulk', { body: { items } })).status).toBeLessThan(300)
    }
    expect(await counted(shop)).toMatchObject({
      agrees: true,
      entries: 1_501,
      ledger: { balanceCents: 200_000, reservedCents: 1_500 * 89 },
    })
  })

  // Each damage changes one row directly in the store, as no operation would.
  const damages: [string, (shop: ItemShop, itemId: string) => Promise<unknown>, object][] = [
    [
      'a balance one cent too high',
      (shop) => setAccount(shop, { balanceCents: 1_001 }),
      { of: 'account', field: 'balanceCents', account: 1_001, ledger: 1_000 },
    ],
    [
      'a reservation missing from the account',
      (shop) => setAccount(shop, { reservedCents: 0 }),
      { of: 'account', field: 'reservedCents', account: 0, ledger: 89 },
    ],
    [
      'an item cancelled without its release',
      (shop, id) => shop.force(id, 'CANCELLED'),
      { of: 'item', field: 'reservedCents', item: 0, ledger: 89 },
    ],
    [
      'an item whose price changed after its reservation',
      (shop, id) => setItem(shop, id, { priceCents: 90 }),
      { of: 'item', field: 'reservedCents', item: 90, ledger: 89 },
    ],
    [
      'an item deleted with its reservation',
      (shop, id) => shop.services.store.write((rows) => rows.items.remove(everyone, { id })),
      { of: 'item', field: 'reservedCents', item: 0, ledger: 89 },
    ],
  ]
  test.each(damages)('reports %s', async (_damage, damage, difference) => {
    const shop = await createItemShop({ fundsCents: 1_000 })
    const { id } = await shop.create()
    await damage(shop, id)
    const { agrees, differences } = await counted(shop)
    expect(agrees).toBe(false)
    expect(differences).toEqual([{ ...('account' in difference ? {} : { itemId: id }), ...difference }])
  })

  test('reports an item that was printed but never captured, on both sides', async () => {
    const shop = await createItemShop({ fundsCents: 1_000 })
    const { id } = await shop.create()
    await shop.force(id, 'IN_PRODUCTION')
    expect((await counted(shop)).differences).toEqual([
      { of: 'item', itemId: id, field: 'reservedCents', item: 0, ledger: 89 },
      { of: 'item', itemId: id, field: 'spentCents', item: 89, ledger: 0 },
    ])
  })
})

const setAccount = (shop: ItemShop, patch: { balanceCents?: number; reservedCents?: number }) =>
  shop.services.store.write((rows) => rows.accounts.update(everyone, shop.organisation.id, patch))

const setItem = (shop: ItemShop, id: string, patch: { priceCents: number }) =>
  shop.services.store.write((rows) => rows.items.update(everyone, id, patch))
