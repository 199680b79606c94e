import { describe, expect, test } from 'vitest'
import { addressLines, checkAddress, countries, type Recipient } from '../../../src/core/address/index.ts'

const address = {
  name: 'Name',
  street: 'Main Road',
  houseNumber: '5',
  postalCode: '12345',
  city: 'Springfield',
}
const below = (recipient: Recipient, origin = 'NL') => addressLines(recipient, origin).slice(1).join(' / ')
const codesOf = (recipient: Recipient) =>
  checkAddress(recipient, { originCountry: 'NL', override: false }).map(({ code }) => code)

describe('address order in a country without rules of its own', () => {
  test.each([
    ['AE', '5 Main Road / SPRINGFIELD 12345 / West'],
    ['AR', 'Main Road 5 / 12345 SPRINGFIELD / West'],
    ['BD', '5 Main Road / SPRINGFIELD - 12345 / West'],
    ['BR', 'Main Road 5 / SPRINGFIELD-West / 12345'],
    ['CL', 'Main Road 5 / 12345 SPRINGFIELD / West'],
    ['CN', '5 Main Road / SPRINGFIELD / West, 12345'],
    ['CO', 'Main Road 5 / SPRINGFIELD, West, 12345'],
    ['EG', '5 Main Road / SPRINGFIELD / West / 12345'],
    ['GE', 'Main Road 5 / 12345 SPRINGFIELD / West'],
    ['HK', '5 Main Road / SPRINGFIELD 12345 / West'],
    ['ID', 'Main Road 5 / SPRINGFIELD / West 12345'],
    ['IL', 'Main Road 5 / SPRINGFIELD 12345 / West'],
    ['IN', '5, Main Road / SPRINGFIELD 12345 / West'],
    ['JP', '5 Main Road / SPRINGFIELD, West 12345'],
    ['KE', '5 Main Road / SPRINGFIELD / 12345 / West'],
    ['KR', '5 Main Road / SPRINGFIELD / West / 12345'],
    ['MX', 'Main Road 5 / 12345 SPRINGFIELD, West'],
    ['MY', '5 Main Road / 12345 SPRINGFIELD / West'],
    ['NG', '5 Main Road / SPRINGFIELD 12345 / West'],
    ['PK', '5 Main Road / SPRINGFIELD-12345 / West'],
    ['RS', 'Main Road 5 / 12345 SPRINGFIELD / West'],
    ['RU', 'Main Road, 5 / SPRINGFIELD / West / 12345'],
    ['SA', '5 Main Road / SPRINGFIELD 12345 / West'],
    ['TH', '5 Main Road / SPRINGFIELD / West 12345'],
    ['TR', 'Main Road 5 / 12345 SPRINGFIELD/West'],
    ['TW', '5, Main Road / SPRINGFIELD, West 12345'],
    ['UA', 'Main Road, 5 / SPRINGFIELD / West / 12345'],
    ['VN', '5 Main Road / SPRINGFIELD / West 12345'],
    ['ZA', '5 Main Road / SPRINGFIELD / 12345 / West'],
  ])('%s: %s', (country, lines) => {
    expect(below({ ...address, region: 'West', country }, country)).toBe(lines)
  })

  test('Singapore puts the postal code after the city', () => {
    const recipient = {
      ...address,
      street: 'Robinson Road',
      postalCode: '068877',
      city: 'Singapore',
      country: 'SG',
    }
    expect(below(recipient)).toBe('5 Robinson Road / SINGAPORE 068877 / SINGAPORE')
  })

  test.each(['GF', 'GP', 'MQ', 'NC', 'PF', 'RE', 'YT'])('%s uses the French order', (country) => {
    const recipient = { ...address, houseNumberSuffix: 'Appt 4', postalCode: '97410', country }
    expect(below(recipient, country)).toBe('Appt 4 / 5 Main Road / 97410 SPRINGFIELD')
  })

  test.each([
    ['AX', '22100', 'AX-22100 SPRINGFIELD'],
    ['FO', '100', '100 SPRINGFIELD'],
    ['GL', '3900', '3900 SPRINGFIELD'],
    ['GI', 'GX11 1AA', 'SPRINGFIELD / GX11 1AA'],
    ['SJ', '9170', '9170 SPRINGFIELD'],
  ])('%s %s has the lines %s', (country, postalCode, lines) => {
    expect(below({ ...address, postalCode, country })).toContain(` / ${lines} / `)
  })

  test.each(countries)('$code prints every given part, or reports the one it omits', ({ code }) => {
    const recipient = { ...address, region: 'Westshire', country: code }
    const lines = addressLines(recipient, code).join(' / ').toUpperCase().replaceAll(/[\s-]/g, '')
    for (const part of ['MAINROAD', '5', '12345', 'SPRINGFIELD']) expect(lines).toContain(part)
    expect(lines.includes('WESTSHIRE')).toBe(!codesOf(recipient).includes('region_not_printed'))
  })

  test('a missing part leaves no separator', () => {
    for (const { code } of countries) {
      for (const missing of ['postalCode', 'city', 'region', 'street'] as const) {
        const lines = addressLines({ ...address, region: 'West', country: code, [missing]: '' }, code)
        for (const line of lines) expect(`${code} ${line}`).not.toMatch(/^.. (?:[\s,/-]|$)|[\s,/-]$/)
      }
    }
  })
})

describe('a US territory', () => {
  const sanJuan = {
    ...address,
    street: 'Calle Fortaleza',
    postalCode: '009011234',
    city: 'San Juan',
    country: 'PR',
  }
  test.each([
    ['PR', null, 'SAN JUAN PR 00901-1234 / UNITED STATES OF AMERICA'],
    ['PR', 'PR', 'SAN JUAN PR 00901-1234 / UNITED STATES OF AMERICA'],
    ['PR', 'Puerto Rico', 'SAN JUAN PR 00901-1234 / UNITED STATES OF AMERICA'],
    ['GU', null, 'SAN JUAN GU 00901-1234 / UNITED STATES OF AMERICA'],
    ['VI', 'St. Croix', 'St. Croix / SAN JUAN VI 00901-1234 / UNITED STATES OF AMERICA'],
    ['AS', null, 'SAN JUAN AS 00901-1234 / UNITED STATES OF AMERICA'],
    ['MP', null, 'SAN JUAN MP 00901-1234 / UNITED STATES OF AMERICA'],
    ['FM', null, 'SAN JUAN FM 00901-1234 / MICRONESIA'],
    ['MH', null, 'SAN JUAN MH 00901-1234 / MARSHALL ISLANDS'],
    ['PW', null, 'SAN JUAN PW 00901-1234 / PALAU'],
  ])('%s with the region %s is written as an American address', (country, region, lines) => {
    const recipient = { ...sanJuan, country, region }
    expect(below(recipient)).toBe(`5 Calle Fortaleza / ${lines}`)
    expect(below(recipient, 'US')).toBe(`5 Calle Fortaleza / ${lines.split(' / ').slice(0, -1).join(' / ')}`)
    expect(codesOf(recipient)).toEqual(region === 'Puerto Rico' ? ['printed_otherwise'] : [])
  })
  test('needs no ZIP Code, but a malformed one gives a finding', () => {
    expect(codesOf({ ...sanJuan, postalCode: '' })).toEqual([])
    expect(codesOf({ ...sanJuan, postalCode: '0090' })).toEqual(['postal_code_invalid'])
  })
})
