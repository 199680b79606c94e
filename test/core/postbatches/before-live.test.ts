import { describe, expect, test } from 'vitest'
import { everyone } from '../../../src/core/ports/store.ts'
import { nameSeller } from '../../support/billing.ts'
import { createPostbatchShop, type PostbatchShop, people } from '../../support/postbatches.ts'

describe('the quote of a Postbatch in test mode', () => {
  const tried = async (shop: PostbatchShop, settings = {}) => {
    const key = shop.keys.test
    const id = await shop.draft(people(3), settings, key)
    await shop.step('postbatches.validate', id, { key })
    return id
  }
  const quoted = async (shop: PostbatchShop, id: string) => {
    const session = await shop.portal()
    return (await shop.call('postbatches.quote', { session, mode: 'test', params: { id } })).body
  }

  test('shows what live mode would lack, in balance and cap, before and after the test', async () => {
    const shop = await createPostbatchShop({ fundsCents: 200 })
    await shop.services.store.write((rows) =>
      rows.organisations.update(everyone, shop.organisation.id, { spendingCapCents: 100 }),
    )
    const id = await tried(shop)
    const before = await quoted(shop, id)
    const { subtotalCents } = before
    expect(before).toMatchObject({
      availableCents: null,
      missingCents: null,
      capsReached: [],
      isSellerNamed: false,
      beforeLive: {
        availableCents: 200,
        missingCents: subtotalCents - 200,
        capsReached: [{ apiKeyId: null, capCents: 100, missingCents: subtotalCents - 100 }],
      },
    })
    await shop.step('postbatches.approve', id, { key: shop.keys.test })
    expect((await quoted(shop, id)).beforeLive).toEqual(before.beforeLive)
    expect(await shop.money()).toEqual({ available: 200, reserved: 0 })
    await nameSeller(shop)
    expect(await quoted(shop, id)).toMatchObject({ isSellerNamed: true })
  })

  test('names a category missing in live mode, for which the copy would be refused', async () => {
    const shop = await createPostbatchShop()
    const key = shop.keys.test
    await shop.call('advertisingCategories.create', { key, body: { label: 'Tulips', key: 'tulips' } })
    const id = await tried(shop, { advertisingCategory: 'tulips' })
    const { beforeLive } = await quoted(shop, id)
    expect(beforeLive.notReady).toMatchObject([{ field: 'advertisingCategory', params: { key: 'tulips' } }])
    const refused = await shop.refuse('postbatches.copy', id)
    expect(refused.body.errors).toMatchObject([
      { parameter: 'advertisingCategory', code: beforeLive.notReady[0].code },
    ])
  })

  test('shows a key nothing of live money, and nothing extra for a live one', async () => {
    const shop = await createPostbatchShop()
    const id = await tried(shop)
    const call = { key: shop.keys.test, params: { id } }
    expect((await shop.call('postbatches.quote', call)).body.beforeLive).toBeNull()
    const live = await shop.validated(people(1, 9))
    const session = await shop.portal()
    const { body } = await shop.call('postbatches.quote', { session, params: { id: live } })
    expect(body).toMatchObject({ missingCents: 0, beforeLive: null })
  })
})
