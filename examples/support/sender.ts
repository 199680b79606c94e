import type { Api } from './api.ts'

/** Where undeliverable mail goes. */
export const office = {
  companyName: 'Kaas & Co',
  street: 'Keizersgracht',
  houseNumber: '123',
  postalCode: '1015 CJ',
  city: 'Amsterdam',
  country: 'NL',
}

/** Gives an organisation the return address without which nothing live is printed. */
export const chooseReturnAddress = (api: Api): Promise<unknown> =>
  api('POST', '/v1/organisation/return-addresses', { name: 'Office', address: office })
