import { describe, expect, test } from 'vitest'
import { addressLines, checkAddress, type Recipient } from '../../../src/core/address/index.ts'

const damrak: Recipient = {
  name: 'Anna Bakker',
  street: 'Damrak',
  houseNumber: '12',
  postalCode: '1012 LG',
  city: 'Amsterdam',
  country: 'NL',
}

const findingsOf = (recipient: Recipient, override = false) =>
  checkAddress(recipient, { originCountry: 'NL', override }).map(
    ({ severity, code, field }) => `${severity} ${code} ${field}`,
  )
const printed = (recipient: Recipient) => addressLines(recipient, 'NL').join(' / ')

const good = 'Anna Bakker / Damrak 12 / 1012 LG  AMSTERDAM'
const otherwise = (field: string) => [`warning printed_otherwise recipient.${field}`]
const twice = (field: string) => [`warning given_twice recipient.${field}`]

const aDoor = 'Anna Bakker / Damrak 12A / 1012 LG  AMSTERDAM'
const meir = { street: 'Meir', postalCode: '2000', city: 'Antwerpen', country: 'BE' }
const manhattan = { street: 'Main St', houseNumber: '12', postalCode: '10001', country: 'US' }

describe('a part given twice is printed once, with a finding', () => {
  test.each<[string, Partial<Recipient>, string, string[]]>([
    [
      'the company as name',
      { name: 'Bakker B.V.', companyName: 'BAKKER BV' },
      'BAKKER BV / Damrak 12 / 1012 LG  AMSTERDAM',
      otherwise('name'),
    ],
    [
      'the company with its umlaut as two letters',
      { name: 'Mueller B.V.', companyName: 'Müller BV' },
      'Müller BV / Damrak 12 / 1012 LG  AMSTERDAM',
      otherwise('name'),
    ],
    [
      'the company name as two letters',
      { name: 'Müller BV', companyName: 'Mueller B.V.' },
      'Mueller B.V. / Damrak 12 / 1012 LG  AMSTERDAM',
      otherwise('name'),
    ],
    [
      'a contact as company, without the form of address',
      { name: 'Dhr. J. Bos', companyName: 'Bos, J.' },
      'Dhr. J. Bos / Damrak 12 / 1012 LG  AMSTERDAM',
      otherwise('companyName'),
    ],
    [
      'not another contact with the same surname',
      { name: 'Frau Müller', companyName: 'Herr Müller' },
      'Herr Müller / Frau Müller / Damrak 12 / 1012 LG  AMSTERDAM',
      [],
    ],
    [
      'not a company with the same name',
      { name: 'Müller', companyName: 'Müller BV' },
      'Müller BV / Müller / Damrak 12 / 1012 LG  AMSTERDAM',
      [],
    ],
    ['the number in the street', { street: 'Damrak 12' }, good, otherwise('houseNumber')],
    ['the postal code before the city', { city: '1012 LG Amsterdam' }, good, otherwise('city')],
    ['the postal code after the city', { city: 'Amsterdam, 1012LG' }, good, otherwise('city')],
    ['the country after the city', { city: 'Amsterdam, Nederland' }, good, otherwise('city')],
    ['the country in brackets', { city: 'Amsterdam (The Netherlands)' }, good, otherwise('city')],
    [
      'a country code and a country',
      { city: '1012 LG Amsterdam - NL' },
      'Anna Bakker / Damrak 12 / 1012 LG  AMSTERDAM - NL',
      [...otherwise('city'), ...twice('city')],
    ],
    [
      'a letter already in the number',
      { houseNumber: '12A', houseNumberSuffix: 'A' },
      aDoor,
      otherwise('houseNumberSuffix'),
    ],
    [
      'a letter already after the street',
      { street: 'Damrak 12A', houseNumber: null, houseNumberSuffix: 'A' },
      aDoor,
      otherwise('houseNumberSuffix'),
    ],
    ['the street as the second line', { addressLine2: 'Damrak 12' }, good, otherwise('addressLine2')],
    ['the city as the second line', { addressLine2: '1012LG AMSTERDAM' }, good, otherwise('addressLine2')],
    ['the name as the second line', { addressLine2: 'Anna Bakker' }, good, otherwise('addressLine2')],
    [
      'the city after the street',
      { street: 'Damrak 12, 1012 LG Amsterdam', houseNumber: null },
      good,
      otherwise('street'),
    ],
    [
      'another city after the street',
      { street: 'Damrak 12, Amsterdam', houseNumber: null },
      good,
      otherwise('street'),
    ],
    [
      'the box in the number',
      { ...meir, houseNumber: '12 bus 3', houseNumberSuffix: 'bus 3' },
      'Anna Bakker / Meir 12 bus 3 / 2000 ANTWERPEN / BELGIUM',
      otherwise('houseNumberSuffix'),
    ],
    [
      'the box as the second line',
      { ...meir, houseNumber: '12 bus 3', addressLine2: 'Bus 3' },
      'Anna Bakker / Meir 12 bus 3 / 2000 ANTWERPEN / BELGIUM',
      otherwise('addressLine2'),
    ],
    [
      'the state after the city',
      { ...manhattan, city: 'New York NY', region: 'NY' },
      'Anna Bakker / 12 Main St / NEW YORK NY 10001 / UNITED STATES OF AMERICA',
      otherwise('city'),
    ],
    [
      'the second line after the street',
      { street: 'Damrak 12, 2 hoog', houseNumber: null, addressLine2: '2 hoog' },
      'Anna Bakker / Damrak 12, 2 hoog / 1012 LG  AMSTERDAM',
      otherwise('addressLine2'),
    ],
    [
      'the street as the second line',
      { street: 'Damrak 12', houseNumber: null, addressLine2: 'DAMRAK 12' },
      good,
      otherwise('addressLine2'),
    ],
    ['a comma after the street', { street: 'Damrak 12,', houseNumber: null }, good, otherwise('street')],
    ['a comma after the city', { city: 'Amsterdam,' }, good, otherwise('city')],
  ])('%s', (_what, change, lines, findings) => {
    const recipient = { ...damrak, ...change }
    expect(printed(recipient)).toBe(lines)
    expect(findingsOf(recipient)).toEqual(findings)
  })

  test.each<[string, Partial<Recipient>, string]>([
    ['the number as the suffix', { houseNumberSuffix: '12' }, 'houseNumberSuffix'],
    ['the letter in another case', { houseNumber: '12A', houseNumberSuffix: 'a' }, 'houseNumberSuffix'],
    ['the number before the street', { street: '12 Damrak' }, 'street'],
    ['the country after the city', { city: 'Amsterdam Nederland' }, 'city'],
    ['the country code after the city', { city: 'Amsterdam NL' }, 'city'],
    ['the country code before the city', { city: 'NL-Amsterdam' }, 'city'],
    ['the city', { city: 'Amsterdam Amsterdam' }, 'city'],
    [
      'the city of a province',
      { city: 'ROMA ROMA', country: 'IT', postalCode: '00184', region: 'RM' },
      'city',
    ],
  ])('a part possibly given twice is printed as given, with a finding: %s', (_what, change, field) => {
    const recipient = { ...damrak, ...change }
    expect(findingsOf(recipient)).toContain(`warning given_twice recipient.${field}`)
    const given = [recipient.street, recipient.houseNumber, recipient.houseNumberSuffix]
      .filter(Boolean)
      .join(' ')
    expect(addressLines(recipient, 'NL').join(' / ').toLowerCase()).toContain(recipient.city!.toLowerCase())
    if (field !== 'city') expect(printed(recipient).replaceAll(' ', '')).toContain(given.replaceAll(' ', ''))
  })

  test.each([
    ['Wagga Wagga', 'AU'],
    ['Baden Baden', 'DE'],
    ['Ciudad de México', 'MX'],
    ['West Jordan', 'US'],
  ])('%s in %s is a single name', (city, country) => {
    expect(findingsOf({ ...damrak, city, country }).join(' ')).not.toContain('given_twice')
  })

  test('the finding shows both', () => {
    const [finding] = checkAddress(
      { ...damrak, street: 'Damrak 12' },
      { originCountry: 'NL', override: false },
    )
    expect(finding).toMatchObject({
      message: '“Damrak 12 12” is printed as “Damrak 12”.',
      params: { given: 'Damrak 12 12', printed: 'Damrak 12' },
    })
  })
})

describe('a house number that contradicts the one in the street gives a warning', () => {
  test.each<[string, string, string]>([
    ['NL', 'Damrak 12', '2'],
    ['BE', '12 rue Neuve', '2'],
    ['DE', 'Hauptstr. 12a', '2'],
    ['GB', '3 Mill Lane', '7'],
    ['US', '123 Main St', '12'],
  ])('%s: %s, %s', (country, street, houseNumber) => {
    const recipient = { ...damrak, country, street, houseNumber }
    expect(checkAddress(recipient, { originCountry: 'NL', override: false })).toContainEqual(
      expect.objectContaining({
        severity: 'warning',
        code: 'numbers_differ',
        field: 'recipient.houseNumber',
        params: { street, number: houseNumber },
      }),
    )
  })

  test.each<[string, string, string]>([
    ['NL', 'Damrak', '12'],
    ['NL', 'Damrak 12', '12A'],
    ['NL', 'Plein 1944', '2'],
    ['NL', 'Laan 1940-1945', '2'],
    ['NL', '2e Weteringdwarsstraat', '12'],
    ['DE', 'Q 7', '24'],
    ['DE', 'Straße des 17. Juni', '135'],
    ['GB', '3 Mill Lane', 'Rose Cottage'],
    ['US', '5th Ave', '350'],
    ['US', '12 Street', '350'],
    ['US', 'Highway 50', '1200'],
    ['PL', 'ul. 3 Maja', '12'],
    ['FR', 'rue du 8 mai 1945', '12'],
  ])('no warning for %s: %s, %s', (country, street, houseNumber) => {
    expect(findingsOf({ ...damrak, country, street, houseNumber }).join(' ')).not.toContain('numbers_differ')
  })
})
