import { expect, test } from 'vitest'
import { createTestShop } from '../../support/shop.ts'
import { exhaustDeliveries, register } from '../../support/webhooks.ts'

test.each<[string, string[], boolean, string[]]>([
  [
    'developers, each by their own mail',
    ['owner', 'developer', 'developer'],
    true,
    ['developer1', 'developer2'],
  ],
  ['the owners if there is no developer', ['owner', 'viewer'], true, ['owner0']],
  ['no user if no mail server is configured', ['developer'], false, []],
])('a disabled endpoint is reported to %s', async (_what, roles, available, receivers) => {
  const shop = await createTestShop()
  shop.mailer.available = available
  for (const [index, role] of roles.entries())
    await shop.portal({ role, email: `${role}${index}@example.com` })
  await register(shop, { url: 'https://hooks.example.com/failing' })
  await exhaustDeliveries(shop, 10)
  await shop.settle()
  expect(shop.mailer.sent.map(({ to }) => to.split('@')[0]).sort()).toEqual(receivers)
  for (const { subject, text } of shop.mailer.sent) {
    expect(subject).toBe('A webhook of Kaas & Co was paused')
    expect(text).toContain('https://hooks.example.com/failing')
    expect(text).toContain('10 events in a row could not be delivered.')
  }
})
