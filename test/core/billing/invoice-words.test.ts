import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  allInvoiceTexts,
  formatAmount,
  invoiceLanguage,
  settlement,
  titleOf,
  vatStatement,
  zoneName,
} from '../../../src/core/features/billing/invoice-words.ts'
import { emptyAccount } from '../../../src/core/features/ledger/accounts.ts'
import { hourMs } from '../../../src/core/kernel/time.ts'
import { type Language, loaders } from '../../../src/core/messages/invoices.gen.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { nameSeller, pay } from '../../support/billing.ts'
import { sampleInvoice } from '../../support/invoices.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

/** Makes the files of these languages unreadable until `restore`. */
const breakFiles = (...names: Language[]) => {
  for (const name of names) vi.spyOn(loaders, name).mockRejectedValue(new Error(`EMFILE: ${name}`))
}
const restore = () => vi.restoreAllMocks()
afterEach(restore)

describe('in the language of an invoice', () => {
  const { seller } = sampleInvoice()
  const [dutch, german, french] = [seller, { ...seller, country: 'DE' }, { ...seller, country: 'FR' }]
  const withBic = { ...dutch, bic: 'ABNANL2A' }
  const withoutAccount = { ...dutch, iban: null }

  test.each([
    ['en', 'Invoice', '-1,234,567.89', 'world', 'WORLD_2'],
    ['nl', 'Factuur', '-1.234.567,89', 'wereld', 'WORLD_2'],
    ['de', 'Rechnung', '-1.234.567,89', 'Welt', 'WORLD_2'],
    ['fr', 'Facture', '-1\u00A0234\u00A0567,89', 'monde', 'WORLD_2'],
  ] as const)('%s has its title, amounts and zones', async (language, title, amount, zone, other) => {
    const texts = (await allInvoiceTexts())(language)
    expect([
      titleOf(texts, { kind: 'INVOICE' }),
      formatAmount(texts, -123_456_789),
      ...['world', other, 'constructor'].map((name) => zoneName(texts, name)),
    ]).toEqual([title, amount, zone, other, 'constructor'])
  })

  test.each([
    ['en', dutch, 'Please transfer EUR 3,106.07 to NL91ABNA0417164300 by 2026-04-15, naming 2026-000042.'],
    ['en', withoutAccount, 'Please transfer EUR 3,106.07 by 2026-04-15, naming 2026-000042.'],
    [
      'nl',
      withBic,
      'Wij verzoeken u EUR 3.106,07 uiterlijk 2026-04-15 over te maken naar NL91ABNA0417164300 (ABNANL2A), onder vermelding van 2026-000042.',
    ],
    [
      'de',
      dutch,
      'Bitte überweisen Sie EUR 3.106,07 bis zum 2026-04-15 auf NL91ABNA0417164300; Verwendungszweck: 2026-000042.',
    ],
    [
      'fr',
      withoutAccount,
      'Veuillez virer EUR 3\u00A0106,07 au plus tard le 2026-04-15, en rappelant 2026-000042.',
    ],
  ] as const)('%s says how to pay', async (language, of, expected) => {
    const invoice = sampleInvoice({ language, seller: of })
    expect(settlement((await allInvoiceTexts())(language), invoice)).toBe(expected)
  })

  test.each([
    ['en', dutch, 'Reverse charge (btw verlegd): '],
    ['nl', dutch, 'Btw verlegd (btw verlegd): '],
    ['de', dutch, 'Steuerschuldnerschaft des Leistungsempfängers (btw verlegd): '],
    ['de', german, 'Steuerschuldnerschaft des Leistungsempfängers: '],
    ['fr', german, 'Autoliquidation (Steuerschuldnerschaft des Leistungsempfängers) : '],
    ['fr', french, 'Autoliquidation : '],
  ] as const)('%s names the term of the seller’s law once', async (language, of, expected) => {
    const invoice = sampleInvoice({ language, seller: of, vatTreatment: 'EU_REVERSE_CHARGE' })
    expect(vatStatement((await allInvoiceTexts())(language), invoice)).toMatch(
      new RegExp(`^${expected.replace(/[()]/g, '\\$&')}\\S`),
    )
  })

  test('an invoice of an earlier version is in English', () => {
    expect(invoiceLanguage({ language: null })).toBe('en')
  })
})

describe('if the texts of a language can’t be loaded', () => {
  const refused = {
    status: 503,
    body: { code: 'storage_unavailable', detail: expect.stringContaining('must restart it') },
    headers: { 'Retry-After': '5' },
  }
  const numbers = async (shop: TestShop) =>
    (await shop.call('invoices.list')).body.map(({ number }: { number: string }) => number)

  test('a call is refused with a remedy, changes nothing, and succeeds later', async () => {
    const shop = await createTestShop({ clock: '2026-03-04T10:00:00Z' })
    await nameSeller(shop)
    const owner = await shop.portal()
    const { id } = (await shop.call('billing.topUp', { session: owner, body: { amountCents: 5_000 } })).body
    const operator = await shop.portal({ operator: true, organisationId: shop.organisation.id })
    const confirm = () => shop.call('billing.confirmTopUp', { session: operator, params: { id }, body: {} })

    breakFiles('nl')
    expect(await confirm()).toMatchObject(refused)
    expect([await numbers(shop), (await shop.call('billing.balance')).body.balanceCents]).toEqual([[], 0])
    expect(shop.logged).toEqual([
      { message: 'call failed', fields: expect.objectContaining({ detail: 'Error: EMFILE: nl' }) },
    ])

    restore()
    expect(await confirm()).toMatchObject({ status: 201, body: { number: '2026-000001', language: 'nl' } })
  })

  test('invoices in other languages are issued', async () => {
    const shop = await createTestShop({ clock: '2026-03-04T10:00:00Z' })
    const { organisation } = await shop.another({ country: 'US' })
    breakFiles('nl', 'de', 'fr')
    expect(await pay(shop, 100, organisation.id)).toMatchObject({ number: '2026-000001', language: 'en' })
    await expect(pay(shop, 100)).rejects.toMatchObject({ status: 503 })
  })

  test('a part of an invoice can’t be credited, and the whole can', async () => {
    const shop = await createTestShop({ clock: '2026-03-04T10:00:00Z' })
    const { id } = await pay(shop, 100)
    breakFiles('nl')
    const operator = await shop.portal({ operator: true, organisationId: shop.organisation.id })
    const credit = (body: object) =>
      shop.call('invoices.credit', { session: operator, params: { id }, body: { reason: 'x', ...body } })
    expect(await credit({ amountCents: 1 })).toMatchObject(refused)
    expect(await credit({})).toMatchObject({ status: 201 })
  })

  test('the electronic form is refused with a remedy, and paper and mail are made later', async () => {
    const shop = await createTestShop({ clock: '2026-03-04T10:00:00Z' })
    await nameSeller(shop)
    await shop.call('billing.patchSettings', {
      session: await shop.portal(),
      body: { email: 'ap@kaas.example' },
    })
    const { id } = await pay(shop, 100)
    breakFiles('nl')
    expect(await shop.call('invoices.ubl', { params: { id } })).toMatchObject(refused)
    await shop.settle()
    expect((await shop.call('invoices.get', { params: { id } })).body.hasPdf).toBe(false)
    restore()
    await shop.advance(hourMs)
    expect((await shop.call('invoices.ubl', { params: { id } })).status).toBe(200)
    expect((await shop.call('invoices.get', { params: { id } })).body.hasPdf).toBe(true)
    expect(shop.mailer.sent.map(({ subject }) => subject)).toEqual([
      'Factuur 2026-000001 van Lettershop Amsterdam B.V.',
    ])
  })

  test('the job of monthly invoices issues those in other languages, and this one later', async () => {
    const shop = await createTestShop({ clock: '2026-03-02T08:00:00Z' })
    await nameSeller(shop)
    const american = await shop.another({ country: 'US' })
    for (const { id } of [shop.organisation, american.organisation]) {
      await shop.services.store.write(async (rows) => {
        await rows.organisations.update(everyone, id, { billingMode: 'MONTHLY' })
        await rows.accounts.add(emptyAccount(id), { balanceCents: -178 })
        await rows.billingUsage.insert({
          ...{ id: `use_${id}`, organisationId: id, month: '2026-03', specificationId: 'psp_1' },
          ...{ zone: 'world', unitPriceCents: 89, billingGroup: null, quantity: 2, open: 2 },
        })
      })
    }
    const issued = () =>
      shop.services.store.read(async (rows) =>
        (await rows.invoices.find(everyone, {}, { order: [{ field: 'number' }] })).map(
          ({ organisationId, language, lines }) => [organisationId, language, lines[0]!.description],
        ),
      )
    const inEnglish = [american.organisation.id, 'en', 'psp_1, world']
    breakFiles('nl')
    await shop.advance('2026-04-01T01:00:00Z')
    expect(await issued()).toEqual([inEnglish])
    restore()
    await shop.advance(hourMs)
    expect(await issued()).toEqual([inEnglish, [shop.organisation.id, 'nl', 'psp_1, wereld']])
  })
})
