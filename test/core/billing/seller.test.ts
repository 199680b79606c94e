import { beforeEach, describe, expect, test } from 'vitest'
import { topUp } from '../../../src/core/features/billing/top-ups.ts'
import { receivePayment } from '../../../src/core/features/billing/uninvoiced.ts'
import { setCurrency } from '../../../src/core/features/ledger/accounts.ts'
import { everyone } from '../../../src/core/ports/store.ts'
import { settle } from '../../support/billing.ts'
import { createItemShop } from '../../support/items.ts'
import type { PortalSession } from '../../support/portal.ts'
import { createTestShop, type TestShop } from '../../support/shop.ts'

let shop: TestShop
let operator: PortalSession
beforeEach(async () => {
  shop = await createTestShop()
  operator = await shop.portal({ operator: true, email: 'olaf@example.com' })
})

const body = {
  name: 'Print B.V.',
  address: { street: 'Damrak', houseNumber: '1', postalCode: '1012 LG', city: 'Amsterdam', country: 'NL' },
  vatNumber: 'NL123456789B01',
  iban: 'NL91 ABNA 0417 1643 00',
}

test('an operator configures the seller, and a top-up shows where to pay', async () => {
  const get = async () => (await shop.call('seller.get', { session: operator })).body
  expect(await get()).toMatchObject({ isSet: false, name: 'Lettershop', address: null, iban: null })
  const set = await shop.call('seller.put', { session: operator, body })
  expect(set).toMatchObject({
    status: 200,
    body: {
      isSet: true,
      name: 'Print B.V.',
      address: { street: 'Damrak', city: 'Amsterdam', country: 'NL' },
      vatNumber: 'NL123456789B01',
      iban: 'NL91ABNA0417164300',
      bic: null,
      timeZone: 'UTC',
    },
  })
  expect(await get()).toEqual(set.body)
  const session = await shop.portal()
  const topUp = await shop.call('billing.topUp', { session, body: { amountCents: 10_000 } })
  expect(topUp.body.payTo).toEqual({ name: 'Print B.V.', iban: 'NL91ABNA0417164300', bic: null })
})

test('every error is reported by field, and nothing is stored', async () => {
  const refused = async (changes: object) =>
    (await shop.call('seller.put', { session: operator, body: { ...body, ...changes } })).body.errors.map(
      ({ parameter, code }: { parameter: string; code: string }) => `${parameter} ${code}`,
    )
  expect(await refused({ iban: 'NL92ABNA0417164300' })).toEqual(['iban invalid_value'])
  expect(await refused({ vatNumber: 'DE1' })).toEqual(['vatNumber invalid_format'])
  expect(await refused({ address: { ...body.address, postalCode: '12' } })).toEqual([
    expect.stringMatching(/^address\.postalCode /),
  ])
  expect((await shop.call('seller.get', { session: operator })).body.isSet).toBe(false)
})

test('only operators can change it, and every change is in the platform’s audit log', async () => {
  const owner = await shop.portal()
  for (const operation of ['seller.get', 'seller.put']) {
    expect((await shop.call(operation, { session: owner, body })).status).toBe(403)
  }
  await shop.call('seller.put', { session: operator, body })
  await shop.call('seller.put', { session: operator, body: { ...body, iban: 'NL20INGB0001234567' } })
  const query = 'filter[resource]=seller&sort=createdAt'
  const { body: log } = await shop.call('auditLog.platform', { session: operator, query })
  expect(log.data).toMatchObject([
    { action: 'CREATED', operation: 'seller.put', after: { name: 'Print B.V.', iban: 'NL91ABNA0417164300' } },
    {
      action: 'CHANGED',
      actor: { name: 'olaf@example.com' },
      before: { iban: 'NL91ABNA0417164300' },
      after: { iban: 'NL20INGB0001234567' },
    },
  ])
})

describe('while no seller is configured', () => {
  const lacking = /operator of this server must configure the seller/
  const settingsOf = async (session: PortalSession) => (await shop.call('billing.settings', { session })).body

  test('no top-up can be requested, and the settings show that beforehand', async () => {
    const session = await shop.portal()
    expect((await settingsOf(session)).payTo).toBeNull()
    const requestTopUp = () => shop.call('billing.topUp', { session, body: { amountCents: 10_000 } })
    expect(await requestTopUp()).toMatchObject({
      status: 409,
      body: { code: 'invalid_state', detail: expect.stringMatching(lacking) },
    })
    const { iban: _, ...withoutAccount } = body
    await shop.call('seller.put', { session: operator, body: withoutAccount })
    expect((await settingsOf(session)).payTo).toEqual({ name: 'Print B.V.', iban: null })
    expect((await requestTopUp()).status).toBe(201)
  })

  test('top-ups of earlier versions can’t be confirmed, and nothing gets a number', async () => {
    const session = await shop.portal()
    await shop.call('seller.put', { session: operator, body })
    const { id } = (await shop.call('billing.topUp', { session, body: { amountCents: 10_000 } })).body
    await shop.services.store.write((rows) => rows.facts.remove(everyone, { id: 'seller' }))
    const by = { session: operator, organisationId: shop.organisation.id }
    for (const [operation, call] of [
      ['billing.confirmTopUp', { params: { id }, body: {} }],
      ['invoices.issueMonthly', { body: {} }],
    ] as const) {
      const answer = await shop.call(operation, { ...by, ...call })
      expect(answer, operation).toMatchObject({
        status: 409,
        body: { detail: expect.stringMatching(lacking) },
      })
    }
    expect((await shop.call('invoices.list', { session })).body).toEqual([])
    await shop.call('seller.put', { session: operator, body })
    const confirmed = await shop.call('billing.confirmTopUp', { ...by, params: { id }, body: {} })
    expect(confirmed).toMatchObject({ status: 201, body: { number: expect.stringMatching(/-000001$/) } })
  })

  test('nothing can be booked without invoices either', async () => {
    await shop.services.store.write((rows) => setCurrency(rows, 'CHF'))
    const session = await shop.portal()
    await shop.call('seller.put', { session: operator, body })
    const { id } = (await shop.call('billing.topUp', { session, body: { amountCents: 10_000 } })).body
    await shop.services.store.write((rows) => rows.facts.remove(everyone, { id: 'seller' }))
    const book = () =>
      shop.call('billing.bookTopUp', {
        session: operator,
        organisationId: shop.organisation.id,
        params: { id },
        body: { paymentId: 'bank-1' },
      })
    expect(await book()).toMatchObject({ status: 409, body: { detail: expect.stringMatching(lacking) } })
    expect((await shop.call('billing.balance')).body.availableCents).toBe(0)
    await shop.call('seller.put', { session: operator, body })
    const booked = await book()
    expect(booked).toMatchObject({ status: 200, body: { status: 'PAID', payTo: { name: 'Print B.V.' } } })
    await shop.services.store.write((rows) => rows.facts.remove(everyone, { id: 'seller' }))
    // A repetition of an earlier booking is answered, whichever seller is configured.
    expect((await book()).body.status).toBe('PAID')
  })

  test('the command line credits nothing, but answers repetitions of earlier credits', async () => {
    const of = { organisationId: shop.organisation.id, amountCents: 100 }
    await expect(receivePayment(shop.services, of)).rejects.toThrow(lacking)
    const before = await topUp(shop.services, { ...of, paymentId: 'bank-1' })
    expect(await receivePayment(shop.services, { ...of, paymentId: 'bank-1' })).toEqual(before)
  })

  test('usage of a month waits, and is invoiced after the next one', async () => {
    const items = await createItemShop({ clock: '2026-03-02T08:00:00Z', fundsCents: 0 })
    await settle(items, { billingMode: 'MONTHLY' })
    await items.create()
    await items.advance('2026-04-01T08:00:00Z')
    const numbers = async () =>
      (await items.call('invoices.list')).body.map(({ source }: { source: string }) => source)
    expect(await numbers()).toEqual([])
    const by = await items.portal({ operator: true, email: 'olaf@example.com' })
    await items.call('seller.put', { session: by, body })
    await items.advance('2026-05-01T08:00:00Z')
    expect(await numbers()).toEqual(['MONTHLY'])
  })
})
