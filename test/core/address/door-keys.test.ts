import { expect, test } from 'vitest'
import { addressKey, type Recipient } from '../../../src/core/address/index.ts'

const at = (street: string, houseNumberSuffix?: string, country = 'NL'): Recipient => ({
  street,
  ...(houseNumberSuffix === undefined ? {} : { houseNumberSuffix }),
  ...(country === 'BE' ? { postalCode: '9000', city: 'Gent' } : { postalCode: '1012 AB', city: 'Amsterdam' }),
  country,
})
test.each<[Recipient, Recipient]>([
  [at('Damrak 12', '2 hoog'), at('Damrak 12-2')],
  [at('Damrak 12', '2 hg'), at('Damrak 12 II')],
  [at('Damrak 12', 'huis'), at('Damrak 12-hs')],
  [at('Damrak 12A', 'A'), at('Damrak 12', 'A')],
  [at('Damrak 12, 1012 AB Amsterdam'), at('Damrak 12')],
  [at('Damrak 12 t/m 16'), { ...at('Damrak', 'tot en met 16'), houseNumber: '12' }],
  [at('Damrak 12 t.e.m. 16'), at('Damrak 12', 't/m 16')],
  [at('Mühlweg 12 bis 16', undefined, 'DE'), at('Mühlweg 12-16', undefined, 'DE')],
  [at('12 to 16 High Street', undefined, 'GB'), at('12-16 High Street', undefined, 'GB')],
  [at('12 bis au 16 rue Haute', undefined, 'FR'), at('12 bis à 16 rue Haute', undefined, 'FR')],
  [at('Kerkstraat 12', 'b3', 'BE'), at('Kerkstraat 12', 'bus 3', 'BE')],
  [at('Kerkstraat 12b3', undefined, 'BE'), at('Kerkstraat 12 bus 3', 'bus 3', 'BE')],
  [
    { ...at('Kerkstraat 12 bus 3', undefined, 'BE'), addressLine2: 'bus 3' },
    at('Kerkstraat 12 bus 3', undefined, 'BE'),
  ],
])('%o and %o are the same door', (one, other) => {
  expect(addressKey(other)).toBe(addressKey(one))
})
test.each<[Recipient, Recipient]>([
  [at('Damrak 12 t/m 16'), at('Damrak 16')],
  [at('Damrak 12 t/m 16'), at('Damrak 12-16')],
  [at('Mühlweg 12 und 16', undefined, 'DE'), at('Mühlweg 12-16', undefined, 'DE')],
  [at('Via Roma 12 bis', '16', 'IT'), at('Via Roma 12-16', undefined, 'IT')],
  [at('Damrak 12 gebouw B 3'), at('Damrak 3')],
  [at('Damrak tegenover 12'), at('Damrak 12')],
  [at('Damrak t/o 12'), at('Damrak 12')],
  [at('Damrak nabij nr 12'), at('Damrak 12')],
  [at('Kerkstraat 12B', '3', 'BE'), at('Kerkstraat 12', 'bus 3', 'BE')],
])('%o and %o are different doors', (one, other) => {
  expect(addressKey(other)).not.toBe(addressKey(one))
})
