import { describe, expect, it } from 'vitest'
import {
  addressKey,
  addressLines,
  carrierCode,
  checkAddress,
  countries,
  countryZone,
  maxLineLength,
  maxNameLength,
  type Recipient,
} from '../../../src/core/address/index.ts'
import { printedAddresses, refusedAddresses } from '../../support/address-cases.ts'

const codesOf = (recipient: Recipient, override = false) =>
  checkAddress(recipient, { originCountry: 'NL', override })
    .filter((finding) => finding.severity === 'error')
    .map((finding) => finding.code)

const cases = [...printedAddresses, ...refusedAddresses]

describe('addresses by country', () => {
  it.each(printedAddresses)('prints $outcome', ({ recipient, outcome }) => {
    expect(codesOf(recipient)).toEqual([])
    expect(addressLines(recipient, 'NL').join(' / ')).toBe(outcome)
  })
  it.each(refusedAddresses)('$recipient.country gives the findings $outcome', ({ recipient, outcome }) => {
    expect(codesOf(recipient).join(' ')).toBe(outcome)
  })
  it('covers at least twenty countries with at least three cases each', () => {
    const countries = Map.groupBy(cases, ({ recipient }) => recipient.country)
    expect(countries.size).toBeGreaterThanOrEqual(20)
    for (const [, own] of countries) expect(own.length).toBeGreaterThanOrEqual(3)
  })
})

describe('line order', () => {
  const recipient = { name: 'Name', addressLine2: 'Second', street: 'Street', houseNumber: '1', city: 'City' }
  it.each([
    ['GB', 'SW1A 2AA', ['Name', '1 Street', 'Second', 'CITY', 'SW1A 2AA', 'UNITED KINGDOM']],
    ['JE', 'JE3 8GP', ['Name', '1 Street', 'Second', 'CITY', 'JE3 8GP', 'JERSEY']],
    ['IE', 'F26 X7Y8', ['Name', '1 Street', 'Second', 'CITY', 'F26 X7Y8', 'IRELAND']],
    ['NZ', '6011', ['Name', '1 Street', 'Second', 'CITY 6011', 'NEW ZEALAND']],
    ['HU', '1055', ['Name', 'Second', 'CITY', 'Street 1', '1055', 'HUNGARY']],
    ['DE', '10115', ['Name', 'Second', 'Street 1', '10115 CITY', 'GERMANY']],
  ])('follows the postal rules of %s', (country, postalCode, expected) => {
    expect(addressLines({ ...recipient, postalCode, country }, 'NL')).toEqual(expected)
  })

  it.each([
    ['Little Wymondley', 'below'],
    ['Mill Hill', 'below'],
    ['Flat 4', 'above'],
    ['The Old Mill', 'above'],
    ['Tithe Barn', 'above'],
    ['St Mary’s Rectory', 'above'],
    ['Barnes', 'below'],
    ['Theydon Bois', 'below'],
    ['2nd Floor', 'above'],
    ['Ground Floor', 'above'],
    ['Victoria House', 'above'],
    ['c/o Ann Smith', 'above'],
    ['FAO Ann Smith', 'above'],
  ])('puts %s %s the street in Britain', (addressLine2, where) => {
    const lines = addressLines({ ...recipient, addressLine2, postalCode: 'SW1A 2AA', country: 'GB' }, 'GB')
    expect(lines.indexOf(addressLine2) - lines.indexOf('1 Street')).toBe(where === 'below' ? 1 : -1)
  })
})

describe('line lengths, with a name on up to two lines', () => {
  it.each([
    ['name', 59, []],
    ['name', maxNameLength, []],
    ['name', maxNameLength + 1, ['line_too_long']],
    ['companyName', maxNameLength, []],
    ['companyName', maxNameLength + 1, ['line_too_long']],
    ['street', maxLineLength - 3, []],
    ['street', maxLineLength - 2, ['line_too_long']],
  ])('a %s of %i characters gives %j', (field, length, expected) => {
    const recipient = { ...berlin, [field]: 'x'.repeat(length) }
    expect(codesOf(recipient)).toEqual(expected)
  })
})

const berlin: Recipient = {
  name: 'A',
  street: 'Invalidenstraße',
  houseNumber: '12',
  postalCode: '10115',
  city: 'Berlin',
  country: 'DE',
}
const amsterdam: Recipient = {
  name: 'A',
  street: 'Damrak',
  houseNumber: '12',
  houseNumberSuffix: 'a',
  postalCode: '1012 LG',
  city: 'Amsterdam',
  country: 'NL',
}

describe('an address seen from its own country', () => {
  it('has no country line, and a city in capitals only if the post requires it', () => {
    expect(addressLines(berlin, 'DE').at(-1)).toBe('10115 Berlin')
    expect(addressLines(amsterdam, 'NL').at(-1)).toBe('1012 LG  AMSTERDAM')
    expect(addressLines(amsterdam, 'DE').at(-1)).toBe('NETHERLANDS')
  })
})

describe('a country without rules of its own', () => {
  const recipient: Recipient = {
    name: 'Aiko',
    street: '1-2-3 Ginza',
    city: 'Tokyo',
    postalCode: '104-0061',
    country: 'JP',
  }
  it('requires name, street and city', () => {
    expect(codesOf(recipient)).toEqual([])
    expect(addressLines(recipient, 'NL')).toEqual(['Aiko', '1-2-3 Ginza', 'TOKYO 104-0061', 'JAPAN'])
    expect(codesOf({ country: 'JP' })).toEqual(['recipient_name_missing', 'street_missing', 'city_missing'])
  })
  it('is refused if the code is unknown', () => {
    expect(codesOf({ ...recipient, country: 'XX' })).toEqual(['country_unsupported'])
  })
  it.each([
    ['UK', 'UK is not an ISO 3166-1 country. Did you mean GB?'],
    ['EL', 'EL is not an ISO 3166-1 country. Did you mean GR?'],
    ['XX', 'XX is not an ISO 3166-1 country.'],
  ])('refuses %s, which is not an ISO code', (country, message) => {
    const findings = checkAddress({ ...recipient, country }, { originCountry: 'NL', override: false })
    expect(findings.map((finding) => finding.message)).toEqual([message])
  })
})

describe('an override', () => {
  it('turns doubts into warnings, but still refuses undeliverable addresses', () => {
    const doubtful: Recipient = { name: '', street: 'Markt', postalCode: '0000 AA', city: 'X', country: 'NL' }
    expect(codesOf(doubtful, true)).toEqual(['recipient_name_missing'])
    expect(
      checkAddress(doubtful, { originCountry: 'NL', override: true }).map((f) => `${f.severity} ${f.code}`),
    ).toEqual(['error recipient_name_missing', 'warning house_number_missing', 'warning postal_code_invalid'])
  })
})

describe('lines that do not fit', () => {
  it('are reported with their field', () => {
    const [finding] = checkAddress(
      { ...amsterdam, street: 'x'.repeat(51) },
      { originCountry: 'NL', override: false },
    )
    expect(finding).toMatchObject({ code: 'line_too_long', field: 'recipient.street', severity: 'error' })
  })
  it('include the country line in their count', () => {
    const tall: Recipient = {
      name: 'A',
      companyName: 'B',
      addressLine2: 'C',
      street: 'D',
      city: 'E',
      region: 'F',
      postalCode: 'D02 X285',
      country: 'IE',
    }
    expect(codesOf(tall)).toEqual(['too_many_lines'])
    expect(checkAddress(tall, { originCountry: 'IE', override: false })).toEqual([])
  })
})

describe('the normalised address', () => {
  const same: [string, Recipient, Recipient][] = [
    [
      'writing',
      amsterdam,
      {
        ...amsterdam,
        name: 'B',
        street: 'DAMRAK 12-A',
        houseNumber: null,
        houseNumberSuffix: null,
        postalCode: 'nl-1012lg',
        city: 'A’dam',
      },
    ],
    ['abbreviation', berlin, { ...berlin, street: 'Invalidenstr. 12', houseNumber: null }],
    ['ß', berlin, { ...berlin, street: 'INVALIDENSTRASSE', city: '' }],
    [
      'number first',
      {
        street: 'rue de la Paix',
        houseNumber: '12',
        houseNumberSuffix: 'bis',
        postalCode: '75002',
        city: 'Paris',
        country: 'FR',
      },
      { street: '12 bis, Rue de la Paix', postalCode: 'F-75002', city: 'PARIS', country: 'FR' },
    ],
    [
      'no number',
      { street: 'Rose Cottage', city: 'Slough', country: 'GB', postalCode: 'SL1 1AA' },
      { street: 'ROSE  COTTAGE', city: 'Slough', country: 'GB', postalCode: 'sl11aa' },
    ],
  ]
  it.each(same)('is the same for another %s', (_name, one, other) => {
    expect(addressKey(other)).toBe(addressKey(one))
  })
  const different: [string, Recipient, Recipient][] = [
    ['suffix', amsterdam, { ...amsterdam, houseNumberSuffix: 'b' }],
    ['street under one German postal code', berlin, { ...berlin, street: 'Chausseestraße' }],
    ['flat', { ...berlin, addressLine2: 'Apt 1' }, { ...berlin, addressLine2: 'Apt 2' }],
    ['country', berlin, { ...berlin, country: 'IT' }],
    [
      'city without a postal code',
      { street: 'A', city: 'B', country: 'JP' },
      { street: 'A', city: 'C', country: 'JP' },
    ],
  ]
  it.each(different)('differs by %s', (_name, one, other) => {
    expect(addressKey(other)).not.toBe(addressKey(one))
  })
  it('is short if a postal code identifies a street', () => {
    expect(addressKey(amsterdam)).toBe('NL|1012LG|12A')
  })
})

describe('the carrier’s code', () => {
  it.each([
    [amsterdam, '1012LG12XA'],
    [{ ...amsterdam, houseNumberSuffix: null }, '1012LG12'],
    [{ ...amsterdam, houseNumber: null, houseNumberSuffix: null, street: 'Postbus 250' }, '1012LG250'],
    [{ ...amsterdam, houseNumber: '12-3', houseNumberSuffix: null }, '1012LG12X3'],
    [{ ...amsterdam, houseNumber: '12-hs', houseNumberSuffix: null }, '1012LG12XHS'],
    [{ ...amsterdam, houseNumber: null, houseNumberSuffix: null, street: 'Damrak 12 A' }, '1012LG12XA'],
    // The exact door is uncertain: a range, a date made by a spreadsheet, or a suffix too long for the code.
    [{ ...amsterdam, houseNumber: '12-14', houseNumberSuffix: null }, undefined],
    [{ ...amsterdam, houseNumber: '2026-03-01', houseNumberSuffix: null }, undefined],
    [{ ...amsterdam, houseNumberSuffix: 'achterhuis' }, undefined],
    [{ ...amsterdam, houseNumber: '12 t/m 16', houseNumberSuffix: null }, undefined],
    [{ ...amsterdam, houseNumber: null, houseNumberSuffix: null, street: 'Damrak 10 naast 12' }, undefined],
    [{ ...amsterdam, houseNumber: null, houseNumberSuffix: null, street: 'Amstel t/o 12' }, undefined],
    [{ ...amsterdam, houseNumber: null, houseNumberSuffix: null, street: '12 Damrak' }, undefined],
    [{ ...amsterdam, postalCode: '12' }, undefined],
    [berlin, undefined],
  ] as [Recipient, string | undefined][])('of %o is %s', (recipient, code) => {
    expect(carrierCode(recipient)).toBe(code)
  })
})

describe('price zones', () => {
  it.each([
    ['NL', 'NL', 'domestic'],
    ['NL', 'GB', 'europe'],
    ['NL', 'US', 'world'],
    ['US', 'US', 'domestic'],
    ['US', 'NL', 'world'],
    ['US', 'CA', 'world'],
  ])('%s → %s is %s', (origin, country, zone) => {
    expect(countryZone(origin, country)).toBe(zone)
  })
})

describe('the list of countries', () => {
  it('lists the requirements of each country', () => {
    expect(countries.length).toBe(250)
    expect(countries.find((country) => country.code === 'US')).toEqual({
      code: 'US',
      name: 'United States of America',
      rules: 'own',
      postalCodeRequired: true,
      postalCodeExample: '10001',
      houseNumberRequired: false,
      regionRequired: true,
    })
    expect(countries.find((country) => country.code === 'JP')).toMatchObject({
      rules: 'generic',
      postalCodeRequired: false,
    })
  })
})
