import { expect, test } from 'vitest'
import { everyone } from '../../../src/core/ports/store.ts'
import { createItemShop, type ItemShop } from '../../support/items.ts'
import { listen, pushEvents } from '../../support/live-stream.ts'
import type { PortalSession } from '../../support/portal.ts'

const write = (shop: ItemShop, body: Parameters<ItemShop['services']['store']['write']>[0]) =>
  shop.services.store.write(body)

const endings: [string, (shop: ItemShop, session: PortalSession) => Promise<unknown>][] = [
  ['its session was ended', (shop, { id }) => write(shop, (rows) => rows.sessions.remove(everyone, { id }))],
  [
    'its user was removed from the organisation',
    (shop, { user }) => write(shop, (rows) => rows.members.remove(everyone, { userId: user.id })),
  ],
  [
    'its user was disabled',
    (shop, { user }) => write(shop, (rows) => rows.users.update(everyone, user.id, { status: 'DISABLED' })),
  ],
  ['the server ends', async (shop) => shop.core.live.end()],
]

test.each(endings)('an idle stream ends within a second once %s', async (_what, end) => {
  const shop = await createItemShop({ clock: '2026-01-05T09:00:00Z' })
  const session = await shop.portal()
  const stream = await listen(shop, session)
  const { live } = shop.core
  await pushEvents(shop)
  await end(shop, session)
  // Open streams are polled at least twice a second.
  for (let looks = 0; looks < 2 && !stream.hasEnded(); looks++) {
    const waits = (live.nextLookAt() ?? shop.clock.now()) - shop.clock.now()
    expect(waits).toBeLessThanOrEqual(500)
    shop.clock.advance(waits)
    await pushEvents(shop)
  }
  expect(stream.hasEnded()).toBe(true)
  expect(stream.comments()).toBe(0)
  expect(live.nextLookAt()).toBeUndefined()
})
