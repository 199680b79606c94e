import { issueMonthly } from '../../src/core/billing/monthly.ts'
import { type SellerInput, setSeller } from '../../src/core/billing/seller.ts'
import { patchSettings } from '../../src/core/billing/settings.ts'
import { type SettingsPatch, settingsPatch } from '../../src/core/billing/settings-schema.ts'
import { topUp } from '../../src/core/billing/top-up.ts'
import { everyone } from '../../src/core/ports/store.ts'
import { transact } from '../../src/core/transact.ts'
import { parse } from '../../src/core/validate.ts'
import type { TestShop } from './shop.ts'

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

/** The patch as an operator sends it. */
export const settle = (
  shop: TestShop,
  patch: Partial<Record<keyof SettingsPatch, unknown>>,
  organisationId = shop.organisation.id,
) =>
  transact(shop.services, async (transaction) =>
    patchSettings(shop.services, transaction, organisationId, parse(settingsPatch, patch, 'body')),
  )

export const issueMonth = (shop: TestShop, month: string) =>
  transact(shop.services, async (transaction) => {
    const organisation = await transaction.rows.organisations.get(everyone, shop.organisation.id)
    return issueMonthly(shop.services, transaction, organisation!, month, shop.clock.now())
  })
