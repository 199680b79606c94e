import { beforeEach, expect, test } from 'vitest'
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

test('an operator names who invoices, and a top-up says where to pay', async () => {
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

test('what is wrong with it is named, field by field, and nothing is kept', async () => {
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

test('is the operators’ alone, and every change of it is in the log of the platform', async () => {
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
