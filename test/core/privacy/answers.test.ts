import { describe, expect, test } from 'vitest'
import type { ScriptedAnswer } from '../../../src/adapters/memory/webhook-sender.ts'
import { createMailShop, type MailShop } from '../../support/mail.ts'
import { before, erase } from '../../support/privacy.ts'
import { deferred, deliveries, minute, register } from '../../support/webhooks.ts'

describe("receivers' responses about an erased item", () => {
  const cancelled = async (shop: MailShop) => {
    const { id } = await shop.post({ mode: 'live', name: 'Zoë de Vries' })
    await shop.call('items.cancel', { params: { id } })
    return id
  }
  const responses = async (shop: MailShop) =>
    (await deliveries(shop)).flatMap(({ attempts }) => attempts.map(({ responseBody }) => responseBody))

  test('are cleared, and an attempt that ends after the erasure restores none of them', async () => {
    const shop = await createMailShop({ clock: before })
    await register(shop, { events: ['item.created'] })
    shop.sender.answerWith({ status: 500, body: 'No room for Zoë de Vries' })
    const id = await cancelled(shop)
    await shop.core.webhooks.settle()
    expect(await responses(shop)).toEqual(['No room for Zoë de Vries'])

    const answer = deferred<ScriptedAnswer>()
    shop.sender.answerWith(() => answer.promise)
    shop.clock.advance(minute)
    await shop.core.webhooks.pump()
    await erase(shop, id)
    await shop.settle()
    expect(await responses(shop)).toEqual([''])
    answer.resolve({ status: 200, body: 'Zoë de Vries has it' })
    await shop.core.webhooks.settle()
    expect(await responses(shop)).toEqual(['', ''])
    expect((await deliveries(shop)).map(({ status, attemptCount }) => [status, attemptCount])).toEqual([
      ['DELIVERED', 2],
    ])
  })

  test.each([
    ['at the first attempt', 200],
    ['at one that fails', 500],
  ])('are not stored %s after the erasure either', async (_, status) => {
    const shop = await createMailShop({ clock: before })
    await register(shop, { events: ['item.created'] })
    const answer = deferred<ScriptedAnswer>()
    shop.sender.answerWith(() => answer.promise)
    const id = await cancelled(shop)
    await shop.core.webhooks.pump()
    await erase(shop, id)
    await shop.settle()
    answer.resolve({ status, body: 'Zoë de Vries' })
    await shop.core.webhooks.settle()
    expect(await responses(shop)).toEqual([''])
  })
})
