import { describe, expect, test } from 'vitest'
import { addressLines, checkAddress, type Recipient } from '../../../src/core/address/index.ts'

const places: Readonly<Record<string, Partial<Recipient>>> = {
  FR: { postalCode: '75001' },
  DE: { postalCode: '10115' },
  CH: { postalCode: '8000' },
  US: { postalCode: '10001', region: 'NY' },
  GB: { postalCode: 'LS1 1AA' },
}

describe('typical company address lines are printed as given, without findings', () => {
  test.each<[string, string, string, string?]>([
    ['FR', '12 rue Haute', 'BP 12'],
    ['FR', 'rue Haute', 'BP 12', '12'],
    ['DE', 'Hauptstr. 12', 'Postfach 123'],
    ['DE', 'Hauptstr.', 'Postfach 123', '12'],
    ['CH', 'Hauptstr. 12', 'Postfach 123'],
    ['CH', 'Am Markt', 'Postfach 123', '12'],
    ['US', '123 Main St', 'PO Box 12'],
    ['GB', 'Unit 4', 'Park Industrial Estate'],
    ['GB', 'Suite 2', 'Victoria House'],
    ['GB', 'Flat 3', 'Rose Cottage'],
  ])('%s: %s, %s, %s', (country, upper, lower, houseNumber) => {
    const recipient: Recipient = {
      ...{ name: 'Name', street: upper, addressLine2: lower, city: 'City', country },
      ...(houseNumber === undefined ? {} : { houseNumber }),
      ...places[country],
    }
    const street = [upper, houseNumber ?? '']
    const first = (country === 'FR' ? street.reverse() : street).filter((part) => part !== '').join(' ')
    expect(addressLines(recipient, country).slice(1, 3)).toEqual([first, lower])
    const codes = checkAddress(recipient, { originCountry: country, override: true }).map(({ code }) => code)
    expect(codes).toEqual([])
  })
})
