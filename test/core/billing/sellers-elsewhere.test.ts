import { beforeEach, describe, expect, test } from 'vitest'
import { recount } from '../../../src/core/features/billing/recount.ts'
import { amsterdam, berlin, nameSeller, operate, pay } from '../../support/billing.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await createTestShop({ clock: '2026-03-04T10:00:00Z' })
})

const lyon = {
  street: 'Rue de la République',
  houseNumber: '3',
  postalCode: '69001',
  city: 'Lyon',
  country: 'FR',
}
const helsinki = {
  street: 'Mannerheimintie',
  houseNumber: '1',
  postalCode: '00100',
  city: 'Helsinki',
  country: 'FI',
}
const milan = {
  street: 'Via Dante',
  houseNumber: '1',
  postalCode: '20121',
  city: 'Milano',
  country: 'IT',
  region: 'MI',
}

describe('a seller in another country', () => {
  test('charges the rate of its country, whose law names the reverse charge', async () => {
    await nameSeller(shop, { address: lyon, vatNumber: 'FR12345678901', companyNumber: '345678901' })
    await shop.settle()
    expect((await shop.call('organisation.get')).body.vatTreatment).toBe('FR_STANDARD')
    const session = await shop.portal()
    await shop.call('billing.patchSettings', { session, body: { address: { ...lyon } } })
    expect(await pay(shop, 10_000)).toMatchObject({
      vatTreatment: 'FR_STANDARD',
      vatRate: 20,
      vatCents: 2_000,
      language: 'fr',
      lines: [{ description: 'Rechargement du solde : EUR 100,00' }],
    })
    await shop.call('billing.patchSettings', { session, body: { address: berlin, vatNumber: 'DE123456789' } })
    const { id, vatRate } = await pay(shop, 100)
    expect(vatRate).toBe(0)
    const text = new TextDecoder().decode((await shop.call('invoices.ubl', { params: { id } })).body)
    expect(text).toContain('(Autoliquidation)')
  })

  test('keeps a standard rate that an operator set before', async () => {
    await operate(shop, 'billing.patchTerms', { body: { vatTreatment: 'NL_STANDARD' } })
    await nameSeller(shop, { address: berlin, vatNumber: 'DE123456789' })
    expect(await pay(shop, 10_000)).toMatchObject({ vatTreatment: 'DE_STANDARD', vatRate: 19 })
  })

  test.each([
    ['FR_STANDARD', amsterdam, 'NL123456789B01'],
    ['NOT_INVOICED', amsterdam, 'NL123456789B01'],
    ['NON_EU', helsinki, 'FI12345678'],
  ])('terms of %s are refused if the seller can’t have them', async (vatTreatment, address, vatNumber) => {
    await nameSeller(shop, { address, vatNumber })
    const session = await shop.portal({ operator: true, organisationId: shop.organisation.id })
    const answer = await shop.call('billing.patchTerms', {
      session,
      organisationId: shop.organisation.id,
      body: { vatTreatment },
    })
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ parameter: 'vatTreatment' }] } })
  })
})

describe.each([
  ['a rate that is not a whole number', helsinki, 'FI12345678', /25\.5%/],
  ['a country whose rules were not verified', milan, 'IT12345678901', /not been verified/],
])('if a seller cannot invoice: %s', (_why, address, vatNumber, reason) => {
  beforeEach(async () => {
    await nameSeller(shop, { address, vatNumber })
    await shop.settle()
  })

  test('prices, settings and the seller report it', async () => {
    const session = await shop.portal()
    for (const operation of ['billing.prices', 'billing.settings']) {
      expect((await shop.call(operation, { session })).body).toMatchObject({
        vatTreatment: 'NOT_INVOICED',
        vatRate: 0,
      })
    }
    expect((await shop.call('organisation.get')).body.vatTreatment).toBe('NOT_INVOICED')
    for (const operation of ['seller.get', 'invoicing.get']) {
      expect((await operate(shop, operation)).notInvoiced).toMatch(reason)
    }
  })

  test('nothing is invoiced', async () => {
    await expect(pay(shop, 100)).rejects.toMatchObject({
      code: 'invalid_state',
      message: expect.stringMatching(reason),
    })
    expect((await shop.call('invoices.list')).body).toEqual([])
  })

  test('a top-up is recorded without an invoice, once, and the ledger agrees', async () => {
    const session = await shop.portal()
    const topUp = await shop.call('billing.topUp', { session, body: { amountCents: 5_000 } })
    expect(topUp.body).toMatchObject({ vatCents: 0, totalCents: 5_000 })
    const call = { params: { id: topUp.body.id }, body: { paymentId: 'bank-1' } }
    const booked = await operate(shop, 'billing.bookTopUp', call)
    expect(booked).toMatchObject({ status: 'PAID', invoiceId: null })
    expect(await operate(shop, 'billing.bookTopUp', call)).toEqual(booked)
    expect((await shop.call('billing.balance')).body.availableCents).toBe(5_000)
    const second = await shop.call('billing.topUp', { session, body: { amountCents: 5_000 } })
    const operator = await shop.portal({ operator: true, organisationId: shop.organisation.id })
    const again = await shop.call('billing.bookTopUp', {
      session: operator,
      organisationId: shop.organisation.id,
      params: { id: second.body.id },
      body: { paymentId: 'bank-1' },
    })
    expect(again).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    const { agrees } = await shop.services.store.read((rows) => recount(rows, shop.organisation.id))
    expect(agrees).toBe(true)
  })
})

test('if invoices are issued, a top-up is confirmed rather than booked', async () => {
  await nameSeller(shop)
  const session = await shop.portal()
  const { body } = await shop.call('billing.topUp', { session, body: { amountCents: 100 } })
  const operator = await shop.portal({ operator: true, organisationId: shop.organisation.id })
  const answer = await shop.call('billing.bookTopUp', {
    session: operator,
    organisationId: shop.organisation.id,
    params: { id: body.id },
    body: {},
  })
  expect(answer).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
})
