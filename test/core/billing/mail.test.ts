import { beforeEach, describe, expect, test } from 'vitest'
import { pay } from '../../support/billing.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await createTestShop({ clock: '2026-03-04T10:00:00Z' })
})
const giveAddress = async (email: string | null) =>
  shop.call('billing.patchSettings', { session: await shop.portal(), body: { email } })
const invoice = async (id: string) => (await shop.call('invoices.get', { params: { id } })).body

describe('the mail of an invoice', () => {
  test('goes to the billing address once the PDF is available, and records it', async () => {
    await giveAddress('ap@kaas.example')
    const { id, number } = await pay(shop, 10_000)
    expect(shop.mailer.sent).toEqual([])
    await shop.settle()
    expect(shop.mailer.sent).toHaveLength(1)
    expect(shop.mailer.sent[0]).toMatchObject({ to: 'ap@kaas.example', messageId: id })
    expect(shop.mailer.sent[0]!.text).toContain(`Factuur ${number} voor Kaas & Co: EUR 121,00 met btw.`)
    expect(await invoice(id)).toMatchObject({ hasPdf: true, sentAt: '2026-03-04T10:00:00.000Z' })
  })

  test('is retried if the mail server fails, and sent once', async () => {
    await giveAddress('ap@kaas.example')
    shop.mailer.failures = ['no route']
    const { id } = await pay(shop, 100)
    await shop.settle()
    expect(await invoice(id)).toMatchObject({ hasPdf: true, sentAt: null })
    await shop.advance(3_600_000)
    expect(shop.mailer.sent).toHaveLength(1)
    await shop.advance(3_600_000)
    expect(shop.mailer.sent).toHaveLength(1)
    expect((await invoice(id)).sentAt).not.toBeNull()
  })

  test.each([
    ['no address', async () => {}],
    [
      'no mail server',
      async () => {
        await giveAddress('ap@kaas.example')
        shop.mailer.available = false
      },
    ],
  ] as const)('is not sent if there is %s: sentAt stays null', async (_what, prepare) => {
    await prepare()
    const { id } = await pay(shop, 100)
    await shop.settle()
    expect(await invoice(id)).toMatchObject({ hasPdf: true, sentAt: null })
    expect(shop.mailer.sent).toEqual([])
  })
})
