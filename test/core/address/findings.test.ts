import { describe, expect, test } from 'vitest'
import { addressLines, checkAddress, type Recipient } from '../../../src/core/address/index.ts'
import withoutStreet from '../../fixtures/inputs/recipients/address-without-street.json' with { type: 'json' }
import bidi from '../../fixtures/inputs/recipients/bidi-override.json' with { type: 'json' }

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
const invisible = (field: string) => [`warning invisible_characters recipient.${field}`]

describe('an invisible character is not printed, with a finding', () => {
  test.each<[string, Partial<Recipient>, string[]]>([
    ['a zero-width space', { name: 'An\u200Bna Bakker' }, invisible('name')],
    ['a byte order mark', { city: 'Amster\uFEFFdam' }, invisible('city')],
    ['a byte order mark in the postal code', { postalCode: '\uFEFF1012 LG' }, invisible('postalCode')],
    ['soft hyphens', { street: 'Dam\u00ADrak' }, invisible('street')],
    ['a directional control', { name: 'Anna\u202E Bakker' }, invisible('name')],
    ['an unclosed isolate', { name: '\u2068Anna Bakker' }, invisible('name')],
    ['a joiner between Latin letters', { name: 'An\u200Dna Bakker' }, invisible('name')],
    ['a tag character', { name: 'Anna\u{E0041} Bakker' }, invisible('name')],
  ])('%s', (_what, change, findings) => {
    const recipient = { ...damrak, ...change }
    expect(printed(recipient)).toBe(good)
    expect(findingsOf(recipient)).toEqual(findings)
  })

  test('a name of only invisible characters counts as missing', () => {
    expect(findingsOf({ ...damrak, name: '\u3164\u3164' })).toEqual([
      'warning invisible_characters recipient.name',
      'error recipient_name_missing recipient.name',
    ])
  })
  test.each(['کتاب\u200Cخانه', 'क्\u200Dष'])('joiners are kept in %s, which needs them', (name) => {
    expect(printed({ ...damrak, name })).toContain(name)
    expect(findingsOf({ ...damrak, name })).toEqual([])
  })
  test('the example with a directional override keeps its name', () => {
    expect(printed(bidi.recipient).split(' / ')[0]).toBe('Anna Test')
    expect(findingsOf(bidi.recipient)).toEqual(invisible('name'))
  })
})

describe('a doubtful part is printed as given, with a finding', () => {
  test.each<[string, Partial<Recipient>, string, string[]]>([
    [
      'forty combining marks on one letter',
      { name: `A${'\u0301'.repeat(40)}nna` },
      '',
      ['error combining_marks recipient.name'],
    ],
    [
      'a family name first',
      { name: 'Berg, van den' },
      'Berg, van den',
      ['warning name_order_doubtful recipient.name'],
    ],
    [
      'a first name after a comma',
      { name: 'Jansen, Piet' },
      'Jansen, Piet',
      ['warning name_order_doubtful recipient.name'],
    ],
    ['a degree after a comma', { name: 'Piet Jansen, MBA' }, 'Piet Jansen, MBA', []],
    [
      'another country in the city',
      { city: 'Paris, France' },
      'PARIS, FRANCE',
      ['error city_doubtful recipient.city'],
    ],
    ['a village with a region', { city: 'Bergen (NH)' }, 'BERGEN (NH)', []],
    [
      'another code in the city',
      { country: 'DE', postalCode: '10115', city: '10117 Berlin' },
      '10115 10117 BERLIN',
      ['error city_doubtful recipient.city'],
    ],
    [
      'Gibraltar as Britain',
      { country: 'GB', postalCode: 'GX11 1AA', city: 'Gibraltar' },
      'GX11 1AA',
      ['error postal_code_elsewhere recipient.postalCode'],
    ],
    [
      'San Marino as Italy',
      { country: 'IT', postalCode: '47890', city: 'San Marino' },
      '47890 SAN MARINO',
      ['warning postal_code_elsewhere recipient.postalCode'],
    ],
    [
      'an unknown state',
      { country: 'US', postalCode: '10001', city: 'X', region: 'Narnia' },
      'X NARNIA 10001',
      ['warning region_unknown recipient.region'],
    ],
  ])('%s', (_what, change, line, findings) => {
    const recipient = { ...damrak, ...change }
    expect(printed(recipient)).toContain(line)
    expect(findingsOf(recipient)).toEqual(findings)
    expect(findingsOf(recipient, true)).toEqual(findings.map((one) => one.replace('error', 'warning')))
  })
})

test.each([
  ['NO', 'Postboks 12 Sentrum'],
  ['SE', 'Box 123'],
  ['CH', 'Postfach'],
])('a post-office box needs no house number: %s %s', (country, street) => {
  const findings = checkAddress(
    { ...damrak, street, houseNumber: null, country },
    { originCountry: 'NL', override: false },
  )
  expect(findings.map(({ code }) => code)).not.toContain('house_number_missing')
})

describe('a state written in full is printed as its code, with a finding', () => {
  test.each([
    ['US', '10001', 'New York', 'New York', 'NEW YORK NY 10001'],
    ['US', '10001', 'New York', 'N.Y.', 'NEW YORK NY 10001'],
    ['CA', 'H3Z 2Y7', 'Montréal', 'Québec', 'MONTRÉAL QC  H3Z 2Y7'],
    ['AU', '2000', 'Sydney', 'New South Wales', 'SYDNEY NSW 2000'],
    ['IT', '00184', 'Roma', 'Roma', '00184 ROMA RM'],
  ])('in %s %s %s, %s', (country, postalCode, city, region, line) => {
    const recipient = { ...damrak, country, postalCode, city, region }
    expect(printed(recipient)).toContain(` / ${line} / `)
    expect(findingsOf(recipient)).toEqual(otherwise('region'))
  })
  test('a state code is printed unchanged, without a finding', () => {
    expect(findingsOf({ ...damrak, country: 'US', postalCode: '10001', region: 'ny' })).toEqual([])
  })
})

describe('a bulk recipient without a street', () => {
  test.each(withoutStreet.map((recipient) => [recipient.companyName, recipient] as const))(
    '%s needs the override',
    (_name, recipient) => {
      expect(findingsOf(recipient)).toContain('error street_missing recipient.street')
      expect(findingsOf(recipient, true).filter((one) => one.startsWith('error'))).toEqual([])
      expect(printed(recipient)).toContain(recipient.city.toUpperCase())
    },
  )
})

test('British forces’ mail has a BFPO number instead of a city', () => {
  const recipient = {
    ...damrak,
    houseNumber: null,
    street: 'HQ Company',
    postalCode: 'bfpo 58',
    city: null,
    country: 'GB',
  }
  expect(findingsOf(recipient)).toEqual([])
  expect(addressLines(recipient, 'GB').slice(1)).toEqual(['HQ Company', 'BFPO 58'])
})

test.each<[string, Partial<Recipient>, string[]]>([
  ['a number and its code', { street: 'BFPO 123', postalCode: 'BF1 2AX' }, ['BFPO 123', 'BF1 2AX']],
  [
    'a unit above the number',
    { street: 'BFPO 123', addressLine2: 'HQ Company', postalCode: 'BF1 2AX' },
    ['HQ Company', 'BFPO 123', 'BF1 2AX'],
  ],
  [
    'a unit and the number in postal order',
    { street: 'HQ Company', addressLine2: 'BFPO 123', postalCode: 'bf1 2ax' },
    ['HQ Company', 'BFPO 123', 'BF1 2AX'],
  ],
  [
    'a BF1 postal code',
    { street: '1 Signal Regiment', postalCode: 'BF1 0AA' },
    ['1 Signal Regiment', 'BF1 0AA'],
  ],
])('British forces’ mail needs no city with %s', (_what, change, lines) => {
  const recipient = { ...damrak, houseNumber: null, city: null, country: 'GB', ...change }
  expect(findingsOf(recipient)).toEqual([])
  expect(addressLines(recipient, 'GB').slice(1)).toEqual(lines)
})
test('a street named BFPO in another country needs a city', () => {
  expect(findingsOf({ ...damrak, street: 'BFPO 123', houseNumber: null, city: null })).toContain(
    'error city_missing recipient.city',
  )
})

test('Estonian postal codes of four digits are accepted', () => {
  expect(findingsOf({ ...damrak, postalCode: 'EE-0026', city: 'Tallinn', country: 'EE' })).toEqual([])
})
