import type { Api } from './api.ts'

/** Formats a seller as flags of `lettershop billing seller`, required for top-ups and invoices. */
export const flagsOfSeller = (seller: Readonly<Record<string, string>>): string[] =>
  Object.entries(seller).flatMap(([flag, value]) => [`--${flag}`, value])

/** The Dutch print shop of the examples. */
export const dutchSeller = {
  name: 'Print B.V.',
  street: 'Damrak 1',
  'postal-code': '1012 LG',
  city: 'Amsterdam',
  country: 'NL',
  'vat-number': 'NL123456789B01',
  iban: 'NL91ABNA0417164300',
} as const

/** Address for undeliverable mail. */
export const office = {
  companyName: 'Kaas & Co',
  street: 'Keizersgracht',
  houseNumber: '123',
  postalCode: '1015 CJ',
  city: 'Amsterdam',
  country: 'NL',
}

/** Sets the return address, which live printing requires. */
export const chooseReturnAddress = (api: Api): Promise<unknown> =>
  api('POST', '/v1/organisation/return-addresses', { name: 'Office', address: office })
