import { beforeEach, describe, expect, test } from 'vitest'
import { installCatalogue } from '../../../src/core/features/products/install-catalogue.ts'
import { amsterdam, berlin, nameSeller, pay, seller, settle } from '../../support/billing.ts'
import type { PortalSession } from '../../support/portal.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

let shop: TestShop
let session: PortalSession
beforeEach(async () => {
  shop = await createTestShop({ clock: '2026-03-04T10:00:00Z' })
  session = await shop.portal()
})

const patch = (body: unknown) => shop.call('billing.patchSettings', { session, body })
const errorsOf = ({ body }: { body: { errors?: { parameter: string }[] } }) =>
  body.errors?.map(({ parameter }) => parameter)

describe('billing settings', () => {
  test('default to what follows from the organisation', async () => {
    expect((await shop.call('billing.settings', { session })).body).toEqual({
      name: null,
      address: null,
      email: null,
      vatNumber: null,
      companyNumber: null,
      reference: null,
      orderReference: null,
      electronicAddress: null,
      language: 'nl',
      languageSet: false,
      peppolMissing: [
        'buyer.electronicAddress',
        'buyer.reference',
        'buyer.address',
        'seller.electronicAddress',
        'seller.iban',
      ],
      billingMode: 'PREPAID',
      vatTreatment: 'NL_STANDARD',
      vatTreatmentSet: false,
      vatRate: 21,
      paymentTermDays: 14,
      lowThresholdCents: 5_000,
      spendingCapCents: null,
      currency: 'EUR',
      payTo: null,
    })
  })

  test('are for users only: a key finds no such route', async () => {
    for (const operation of [
      'billing.settings',
      'billing.patchSettings',
      'billing.topUp',
      'billing.topUps',
    ]) {
      expect((await shop.call(operation, { body: {} })).status, operation).toBe(404)
    }
  })

  test('change what is given and keep the rest', async () => {
    const first = await patch({
      name: ' Kaas B.V. ',
      address: berlin,
      email: 'ap@kaas.example',
      reference: 'PO 7',
    })
    expect(first).toMatchObject({
      status: 200,
      body: { name: 'Kaas B.V.', address: { city: 'Berlin', region: null }, reference: 'PO 7' },
    })
    const second = await patch({ vatNumber: 'de 123.456-789', reference: null })
    expect(second.body).toEqual({
      ...first.body,
      vatNumber: 'DE123456789',
      reference: null,
      // The reference is missing now.
      peppolMissing: [
        'buyer.electronicAddress',
        'buyer.reference',
        'seller.electronicAddress',
        'seller.iban',
      ],
      vatTreatment: 'EU_REVERSE_CHARGE',
      vatRate: 0,
    })
    expect((await shop.call('billing.settings', { session })).body).toEqual(second.body)
    expect((await shop.call('organisation.get')).body.vatTreatment).toBe('EU_REVERSE_CHARGE')
  })

  const refused: [what: string, body: Record<string, unknown>, parameters: string[]][] = [
    [
      'an unknown field and a bad address',
      { colour: 1, address: { country: 'NLD' } },
      ['colour', 'address.country'],
    ],
    ['an unknown country', { address: { ...berlin, country: 'XX' } }, ['address.country']],
    [
      'fields that the country requires',
      { address: { country: 'NL' } },
      ['address.street', 'address.postalCode', 'address.city'],
    ],
    ['another country’s VAT number', { address: berlin, vatNumber: 'NL123456789B01' }, ['vatNumber']],
    ['a malformed VAT number', { vatNumber: '12' }, ['vatNumber']],
    ['an invalid email address', { email: 'ap' }, ['email']],
    ['a line break in the name', { name: 'a\nb' }, ['name']],
    ['a name of 121 characters', { name: 'x'.repeat(121) }, ['name']],
    ['a threshold below zero', { lowThresholdCents: -1 }, ['lowThresholdCents']],
    ['a threshold beyond any amount', { lowThresholdCents: 10_000_000_001 }, ['lowThresholdCents']],
    [
      'terms, which only operators set',
      { billingMode: 'MONTHLY', paymentTermDays: 90 },
      ['billingMode', 'paymentTermDays'],
    ],
  ]
  test.each(refused)('refuse %s', async (_what, body, parameters) => {
    const answer = await patch(body)
    expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed'])
    expect(errorsOf(answer)?.sort()).toEqual([...parameters].sort())
  })

  test('must keep the country of a VAT number', async () => {
    await patch({ address: berlin, vatNumber: 'DE123456789' })
    expect(errorsOf(await patch({ address: amsterdam }))).toEqual(['vatNumber'])
    expect((await patch({ address: amsterdam, vatNumber: 'NL123456789B01' })).body.vatTreatment).toBe(
      'NL_STANDARD',
    )
  })

  test('are separate for each organisation', async () => {
    await patch({ name: 'Ours' })
    const { organisation } = await shop.another()
    const stranger = await shop.portal({ organisationId: organisation.id })
    expect((await shop.call('billing.settings', { session: stranger })).body.name).toBeNull()
  })

  test('need billing.manage to change, and can’t change while suspended', async () => {
    const reader = await shop.portal({ permissions: ['billing.read'] })
    expect((await shop.call('billing.settings', { session: reader })).status).toBe(200)
    const answer = await shop.call('billing.patchSettings', { session: reader, body: {} })
    expect(answer.body.code).toBe('insufficient_scope')
  })
})

describe('terms', () => {
  test('can be changed by operators only', async () => {
    const body = { paymentTermDays: 30 }
    for (const key of [undefined, session]) {
      const answer = await shop.call('billing.patchTerms', { body, ...(key ? { session: key } : {}) })
      expect(answer.body.code).toBe('insufficient_scope')
    }
    expect((await settle(shop, body)).paymentTermDays).toBe(30)
  })

  test('keep a treatment that was set until it is reset', async () => {
    expect(await settle(shop, { vatTreatment: 'NON_EU' })).toMatchObject({
      vatTreatment: 'NON_EU',
      vatTreatmentSet: true,
      vatRate: 0,
    })
    await patch({ name: 'x' })
    expect((await pay(shop, 100)).vatCents).toBe(0)
    expect(await settle(shop, { vatTreatment: null })).toMatchObject({
      vatTreatment: 'NL_STANDARD',
      vatTreatmentSet: false,
    })
  })

  test('require a VAT number of another member state for a reverse charge, which ends with it', async () => {
    const operator = await shop.portal({ operator: true, organisationId: shop.organisation.id })
    const call = (body: unknown) =>
      shop.call('billing.patchTerms', { session: operator, organisationId: shop.organisation.id, body })
    expect(errorsOf(await call({ vatTreatment: 'EU_REVERSE_CHARGE' }))).toEqual(['vatTreatment'])
    await patch({ address: berlin, vatNumber: 'DE123456789' })
    expect((await call({ vatTreatment: 'EU_REVERSE_CHARGE' })).status).toBe(200)
    expect(errorsOf(await patch({ vatNumber: null }))).toEqual(['vatNumber'])
    expect((await call({ vatTreatment: null })).status).toBe(200)
    expect((await patch({ vatNumber: null })).body.vatTreatment).toBe('NL_STANDARD')
  })

  test.each([
    [0, 200],
    [120, 200],
    [121, 422],
    [-1, 422],
  ])('%i days to pay: %i', async (paymentTermDays, status) => {
    const operator = await shop.portal({ operator: true, organisationId: shop.organisation.id })
    const answer = await shop.call('billing.patchTerms', {
      session: operator,
      organisationId: shop.organisation.id,
      body: { paymentTermDays },
    })
    expect(answer.status).toBe(status)
  })
})

describe('the threshold of balance.low', () => {
  const lowEventCount = async () =>
    (await shop.call('events.list', { query: 'filter[type]=balance.low' })).body.data.length

  test('belongs to the organisation, and raising it emits nothing immediately', async () => {
    await pay(shop, 10_000)
    expect((await patch({ lowThresholdCents: 20_000 })).body.lowThresholdCents).toBe(20_000)
    expect((await shop.call('billing.balance')).body.lowThresholdCents).toBe(20_000)
    expect(await lowEventCount()).toBe(0)
    await pay(shop, 15_000)
    expect(await lowEventCount()).toBe(0)
  })
})

describe('prices', () => {
  test('are those of every active specification and zone, with the organisation’s VAT', async () => {
    await installCatalogue(shop.services)
    const { status, body } = await shop.call('billing.prices')
    expect(status).toBe(200)
    expect(body).toMatchObject({ currency: 'EUR', vatTreatment: 'NL_STANDARD', vatRate: 21 })
    expect(body.data).toHaveLength(9)
    expect(body.data).toContainEqual({
      productId: expect.stringMatching(/^prd_/),
      productName: 'Postcard',
      productSpecificationId: expect.stringMatching(/^psp_/),
      specificationName: 'Postcard A6',
      zone: 'domestic',
      zoneName: 'Domestic',
      unitPriceCents: 89,
      sheets: null,
      steps: [{ from: 1, unitPriceCents: 89 }],
    })
  })
})

describe('the seller', () => {
  const refused: [string, Record<string, unknown>, string][] = [
    ['an IBAN with a wrong digit', { iban: 'NL91 ABNA 0417 1643 01' }, 'iban'],
    ['a VAT number of another country', { vatNumber: 'DE123456789' }, 'vatNumber'],
    ['an unknown time zone', { timeZone: 'Mars/Base' }, 'timeZone'],
    ['an address without a city', { address: { ...amsterdam, city: null } }, 'address.city'],
    ['no name', { name: ' ' }, 'name'],
  ]
  test.each(refused)('is refused %s', async (_what, changes, parameter) => {
    await expect(nameSeller(shop, changes)).rejects.toMatchObject({ errors: [{ parameter }] })
  })

  test('appears on later invoices, not on earlier ones', async () => {
    await nameSeller(shop)
    const { id } = await pay(shop, 100)
    await nameSeller(shop, { name: 'Another B.V.' })
    const row = await shop.services.store.read((rows) =>
      rows.invoices.get({ organisationId: shop.organisation.id }, id),
    )
    expect(row?.seller).toMatchObject({ name: seller.name, iban: 'NL91ABNA0417164300', timeZone: 'UTC' })
  })
})
