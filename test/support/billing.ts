import { expect } from 'vitest'
import { transact } from '../../src/core/engine/transact.ts'
import { allInvoiceTexts } from '../../src/core/features/billing/invoice-words.ts'
import { issueMonthly } from '../../src/core/features/billing/monthly.ts'
import { type SellerInput, setSeller } from '../../src/core/features/billing/seller.ts'
import { topUp } from '../../src/core/features/billing/top-ups.ts'
import { everyone } from '../../src/core/ports/store.ts'
import type { TestCall, TestShop } from './shop.ts'

export const amsterdam = {
  street: 'Keizersgracht',
  houseNumber: '1',
  postalCode: '1015 CC',
  city: 'Amsterdam',
  country: 'NL',
}
export const berlin = {
  street: 'Unter den Linden',
  houseNumber: '77',
  postalCode: '10117',
  city: 'Berlin',
  country: 'DE',
}

export const seller: SellerInput = {
  name: 'Lettershop Amsterdam B.V.',
  address: amsterdam,
  vatNumber: 'NL123456789B01',
  companyNumber: '12345678',
  email: 'invoices@lettershop.example',
  iban: 'NL91 ABNA 0417 1643 00',
}

export const nameSeller = (shop: TestShop, changes: Partial<SellerInput> = {}) =>
  setSeller(shop.services, { ...seller, ...changes })

export const pay = (shop: TestShop, amountCents: number, organisationId = shop.organisation.id) =>
  topUp(shop.services, { organisationId, amountCents })

/** Calls an operation as an operator and returns the body of the answer. The call must succeed. */
export const operate = async (shop: TestShop, operation: string, call: TestCall = {}) => {
  const session = await shop.portal({ operator: true, organisationId: shop.organisation.id })
  const answer = await shop.call(operation, { session, organisationId: shop.organisation.id, ...call })
  expect(answer, operation).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) })
  return answer.body
}

/** Changes the billing terms of an organisation as an operator. */
export const settle = (shop: TestShop, body: Record<string, unknown>) =>
  operate(shop, 'billing.patchTerms', { body })

export const issueMonth = async (shop: TestShop, month: string) => {
  const textsIn = await allInvoiceTexts()
  return transact(shop.services, async (transaction) => {
    const organisation = await transaction.rows.organisations.get(everyone, shop.organisation.id)
    return issueMonthly(shop.services, transaction, organisation!, {
      month,
      now: shop.clock.now(),
      textsIn,
    })
  })
}
