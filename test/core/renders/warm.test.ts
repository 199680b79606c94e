import { beforeEach, describe, expect, test, vi } from 'vitest'
import { newSignInLink } from '../../../src/core/features/people/accounts/links.ts'
import { browser, password, person, tokenIn } from '../../support/people.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

const email = 'zoe@example.com'
let shop: TestShop
const warm = vi.fn()
beforeEach(async () => {
  shop = await createTestShop()
  await person(shop, email)
  warm.mockClear()
  shop.services.renderer.warm = warm
})

describe('the renderer is warmed up', () => {
  test('when a user signs in, and whenever the portal is opened', async () => {
    const portal = browser(shop)
    await portal.call('session.create', { email, password: 'wrong password' })
    expect(warm).toHaveBeenCalledTimes(0)
    await portal.call('session.create', { email, password })
    expect(warm).toHaveBeenCalledTimes(1)
    await portal.call('session.get')
    expect(warm).toHaveBeenCalledTimes(2)
    await portal.call('items.list')
    expect(warm).toHaveBeenCalledTimes(2)
  })

  test('when the demo link is followed', async () => {
    const token = tokenIn(await newSignInLink(shop.services, email))
    await browser(shop, '127.0.0.1').call('session.createByLink', { token })
    expect(warm).toHaveBeenCalledTimes(1)
  })

  test('when a key is first used since the start, and not again', async () => {
    await shop.call('items.list')
    await shop.call('items.list')
    // A new member clears the cache, so the next call reads the key again.
    await person(shop, 'ada@example.com')
    await shop.call('items.list')
    expect(warm).toHaveBeenCalledTimes(1)
    await shop.call('items.list', { key: 'svc_live_unknown' })
    expect(warm).toHaveBeenCalledTimes(1)
  })
})
