import { describe, expect, test } from 'vitest'
import { linesOf } from '../../portal/src/screens/items/printed-lines.ts'
import { addressLines, countries } from '../../src/core/address/index.ts'

const empty = {
  name: null,
  companyName: null,
  addressLine2: null,
  houseNumber: null,
  houseNumberSuffix: null,
  postalCode: null,
  city: null,
  region: null,
}
const person = {
  name: 'Eva Bakker',
  companyName: 'Bakker Ltd',
  street: 'Oak Lane',
  houseNumber: '12',
  houseNumberSuffix: 'B',
  postalCode: '12345',
  city: 'Oakham',
  region: 'West',
}

describe('a displayed address', () => {
  test.each(countries.map(({ code }) => code))('in %s has the printed lines', (country) => {
    const recipient = { ...empty, ...person, country }
    expect(linesOf(recipient, addressLines)).toEqual(addressLines({ ...person, country }, country))
  })

  test('without most of its parts has the printed lines', () => {
    const recipient = { ...empty, name: 'Eva', street: 'Damrak', houseNumber: '12', country: 'NL' }
    expect(linesOf(recipient, addressLines)).toEqual(['Eva', 'Damrak 12'])
  })

  test('keeps every part until the formatting rules are loaded', () => {
    const recipient = { ...empty, ...person, addressLine2: 'Flat 3', country: 'GB' }
    const shown = linesOf(recipient, undefined).join(' ')
    for (const part of [...Object.values(person), 'Flat 3']) expect(shown).toContain(part)
  })
})
