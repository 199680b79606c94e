import { expect } from 'vitest'
import { minuteMs } from '../../src/core/kernel/time.ts'
import { everyone } from '../../src/core/ports/store.ts'
import { createMailShop, type MailShop } from './mail.ts'
import { giveReturnAddress } from './ready-for-live.ts'
import type { TestShopOptions } from './shop.ts'

export const before = '2026-01-05T08:00:00Z'
export const cutoff = '2026-01-05T09:00:00Z'
const publicUrl = 'https://mail.example'
export const loopback = 'http://127.0.0.1:8484'

const setTarget = async (shop: MailShop, trackingTargetUrl: string | null) => {
  const params = { id: shop.postflow('live') }
  const { status } = await shop.call('postflows.patch', { params, body: { trackingTargetUrl } })
  expect(status).toBe(200)
}
export const setBaseUrl = async (shop: MailShop, baseUrl: string) => {
  shop.services.config.baseUrl = baseUrl
}
export const dropReturnAddresses = (shop: MailShop) =>
  shop.services.store.write((rows) => rows.returnAddresses.remove(everyone, {}))

/**
 * The prerequisites of live mail by the reason that reports their absence: how each is removed and restored,
 * and the setting that the problem names.
 */
export const reasons = {
  base_url_unreachable: {
    field: 'baseUrl',
    lose: (shop: MailShop) => setBaseUrl(shop, loopback),
    restore: (shop: MailShop) => setBaseUrl(shop, publicUrl),
  },
  tracking_target_missing: {
    field: 'trackingTargetUrl',
    lose: (shop: MailShop) => setTarget(shop, null),
    restore: (shop: MailShop) => setTarget(shop, 'https://example.com/offer'),
  },
  return_address_missing: {
    field: 'returnAddressId',
    lose: dropReturnAddresses,
    restore: (shop: MailShop) => giveReturnAddress(shop.services, shop.organisation),
  },
}

export const minutes = async (shop: MailShop, count = 3) => {
  for (let minute = 0; minute < count; minute++) await shop.advance(minuteMs)
}
export const onlyRun = async (shop: MailShop) => (await shop.runs())[0]!
/** Returns a shop with a live run that reached its cutoff after a prerequisite was removed. */
export const blocked = async (
  lose: (shop: MailShop) => Promise<unknown>,
  options: TestShopOptions = {},
): Promise<MailShop> => {
  const shop = await createMailShop({ clock: before, ...options })
  await shop.post()
  await lose(shop)
  await shop.advance(cutoff)
  await minutes(shop)
  return shop
}
