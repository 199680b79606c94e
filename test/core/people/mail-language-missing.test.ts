import { afterEach, expect, test, vi } from 'vitest'
import { secondMs } from '../../../src/core/kernel/time.ts'
import { loaders } from '../../../src/core/messages/mails.gen.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { person } from '../../support/people.ts'
import { createTestShop } from '../../support/shop.ts'

afterEach(() => vi.restoreAllMocks())

test('a mail whose language can’t be loaded is retried, then sent in English', async () => {
  vi.spyOn(loaders, 'nl').mockRejectedValue(new Error('The file is missing.'))
  const shop = await createTestShop()
  const { id, email } = await person(shop, 'ada@example.com')
  await shop.services.store.write((rows) => rows.users.update(everyone, id, { language: 'nl' }))
  await shop.call('passwordReset.request', { body: { email } })
  await shop.settle()
  for (const backOff of [10, 20, 40]) {
    expect(shop.mailer.sent).toEqual([])
    await shop.advance(backOff * secondMs)
  }
  expect(shop.mailer.sent.map(({ subject }) => subject)).toEqual(['A new password for Lettershop'])
  expect(shop.logged).toHaveLength(3)
  shop.logged.splice(0)
})
