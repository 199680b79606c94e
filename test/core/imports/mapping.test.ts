import { describe, expect, test } from 'vitest'
import { createReader } from '../../../src/core/features/lists/mapping/apply.ts'
import { type Locale, notationOf, read as readAs } from '../../../src/core/features/lists/mapping/notation.ts'
import { countryOf, truthOf } from '../../../src/core/features/lists/mapping/values.ts'
import type { Mapping } from '../../../src/core/model/mapping.ts'
import { withoutCurrency } from '../../../src/core/template/written-values.ts'

describe('values in list notation', () => {
  test.each<[string, string | undefined]>([
    ['NL', 'NL'],
    ['nl', 'NL'],
    ['Nederland', 'NL'],
    ['Pays-Bas', 'NL'],
    ['The Netherlands', 'NL'],
    ['Duitsland', 'DE'],
    ['DEUTSCHLAND', 'DE'],
    ['Allemagne', 'DE'],
    ['België', 'BE'],
    ['Belgique', 'BE'],
    ['Österreich', 'AT'],
    ['UK', 'GB'],
    ['no', 'NO'],
    ['Atlantis', undefined],
    ['', undefined],
  ])('the country %j is %s', (text, code) => expect(countryOf(text)).toBe(code))

  test.each<[string, Locale, string]>([
    ['31-12-2026', 'nl', '2026-12-31'],
    ['1/2/2026', 'fr', '2026-02-01'],
    ['1/2/2026', 'en-US', '2026-01-02'],
    ['31.12.2026', 'de', '2026-12-31'],
    ['2026-12-31', 'en-US', '2026-12-31'],
    ['30-02-2026', 'nl', '30-02-2026'],
    ['31-12-26', 'nl', '31-12-26'],
    ['27 februari 2026', 'nl', '2026-02-27'],
    ['27 feb. 2026', 'nl', '2026-02-27'],
    ['1er août 2026', 'fr', '2026-08-01'],
    ['27. Februar 2026', 'de', '2026-02-27'],
    ['February 27, 2026', 'en-US', '2026-02-27'],
    ['30 februari 2026', 'nl', '30 februari 2026'],
    ['27 februari', 'nl', '27 februari'],
    ['27 février 2026', 'nl', '27 février 2026'],
    ['soon', 'nl', 'soon'],
  ])('the day %j in %s is %s', (text, locale, day) =>
    expect(readAs(text, notationOf('date_order', locale)!, { type: 'date', languages: [locale] })).toBe(day),
  )

  test.each<[string, Locale, string]>([
    ['1.234', 'nl', '1234'],
    ['1.234.567', 'de', '1234567'],
    ['1 234', 'fr', '1234'],
    ['1,234', 'en-GB', '1234'],
    ['-12', 'nl', '-12'],
    ['1.5', 'nl', '1.5'],
    ['1,50', 'nl', '1,50'],
    ['12 34', 'nl', '12 34'],
    ['many', 'nl', 'many'],
  ])('the number %j in %s is %s', (text, locale, number) =>
    expect(readAs(text, notationOf('decimal_sign', locale)!, { type: 'integer', languages: [locale] })).toBe(
      number,
    ),
  )

  test.each<[string, Locale, string]>([
    ['1.234,50', 'nl', '1234.50'],
    ['1,234.50', 'en-GB', '1234.50'],
    ['1 234,5', 'fr', '1234.5'],
    ['-12,5', 'de', '-12.5'],
    ['12', 'nl', '12'],
    ['1.234', 'nl', '1234'],
    ['12.5', 'nl', '12.5'],
    ['1.23,4', 'nl', '1.23,4'],
    ['1,2,3', 'nl', '1,2,3'],
    ['12,', 'nl', '12,'],
    ['many', 'nl', 'many'],
  ])('the decimal number %j in %s is %s', (text, locale, number) =>
    expect(readAs(text, notationOf('decimal_sign', locale)!, { type: 'decimal', languages: [locale] })).toBe(
      number,
    ),
  )

  test.each<[string, string | undefined, string]>([
    ['€ 12,50', undefined, '12,50'],
    ['12,50 EUR', undefined, '12,50'],
    ['€12,50', 'EUR', '12,50'],
    ['-€ 3', 'EUR', '-3'],
    ['€ -3', 'EUR', '-3'],
    ['12,50', 'USD', '12,50'],
    ['US$ 3', 'USD', 'US$ 3'],
    ['£3.50', 'GBP', '3.50'],
    ['€ 48,-', 'EUR', '48'],
    ['€ 1.250,--', 'EUR', '1.250'],
    ['48.–', 'CHF', '48'],
    ['12-14', 'EUR', '12-14'],
    ['$ 3', 'EUR', '$ 3'],
    ['3 euro', 'EUR', '3 euro'],
    ['€', 'EUR', '€'],
  ])('the amount %j in %s is %s', (text, currency, amount) =>
    expect(withoutCurrency(text, currency)).toBe(amount),
  )

  test.each([
    ['ja', true],
    ['X', true],
    ['Nein', false],
    ['maybe', undefined],
    ['constructor', undefined],
  ])('%j is %s', (text, truth) => expect(truthOf(text)).toBe(truth))
})

const read = (fields: Mapping['fields'], heading: string[], cells: string[], country = 'NL') =>
  createReader(
    { fields, locale: 'nl' },
    { heading, country, variables: { day: { type: 'date' }, n: { type: 'integer' } } },
  ).read(cells)

describe('a row read as an item', () => {
  test.each<[string, Mapping['fields'], string[], string[], Record<string, unknown>]>([
    [
      'joined columns, empty ones left out',
      { 'recipient.name': { columns: ['First', 'Infix', 'Last'] } },
      ['First', 'Infix', 'Last'],
      ['Zoë', ' ', 'Jansen'],
      { recipient: { country: 'NL', name: 'Zoë Jansen' } },
    ],
    [
      'the parts of a Dutch name in order',
      { 'recipient.name': { columns: ['Voornaam', 'Tussenv.', 'Achternaam'] } },
      ['Achternaam', 'Voornaam', 'Tussenv.'],
      ['Berg', 'Jan', 'van der'],
      { recipient: { country: 'NL', name: 'Jan van der Berg' } },
    ],
    [
      'a constant, and a default for empty cells',
      { 'recipient.country': { value: 'Duitsland' }, 'data.firstName': { column: 'A', default: 'klant' } },
      ['A'],
      [''],
      { recipient: { country: 'DE' }, data: { firstName: 'klant' } },
    ],
    [
      'street and number from one column',
      { 'recipient.street': { column: 'A', split: 'streetAndNumber' } },
      ['A'],
      ['Lange Voorhout 12a-II'],
      {
        recipient: { country: 'NL', street: 'Lange Voorhout', houseNumber: '12a-II' },
      },
    ],
    [
      'a number with its own column',
      {
        'recipient.street': { column: 'A', split: 'streetAndNumber' },
        'recipient.houseNumber': { column: 'B' },
      },
      ['A', 'B'],
      ['Plein 1940', '7'],
      { recipient: { country: 'NL', street: 'Plein 1940', houseNumber: '7' } },
    ],
    [
      'a number in both columns, used once',
      {
        'recipient.street': { column: 'A', split: 'streetAndNumber' },
        'recipient.houseNumber': { column: 'B' },
      },
      ['A', 'B'],
      ['Damrak 12 a', '12'],
      { recipient: { country: 'NL', street: 'Damrak', houseNumber: '12', houseNumberSuffix: 'a' } },
    ],
    [
      'postal code and city from one column',
      { 'recipient.postalCode': { column: 'A', split: 'postalCodeAndCity' } },
      ['A'],
      ['1012 LG Amsterdam Centrum'],
      { recipient: { country: 'NL', postalCode: '1012 LG', city: 'Amsterdam Centrum' } },
    ],
    [
      'columns by name, ignoring case and accents',
      { reference: { column: 'numero client' } },
      ['Numéro Client'],
      ['7'],
      { reference: '7' },
    ],
    [
      'days and numbers in the list’s notation',
      { 'data.day': { column: 'A' }, 'data.n': { column: 'B' }, 'data.text': { column: 'A' } },
      ['A', 'B'],
      ['1-2-2026', '1.234'],
      { data: { day: '2026-02-01', n: '1234', text: '1-2-2026' } },
    ],
    [
      'non-breaking spaces, line breaks and neutralised formulas',
      { 'recipient.name': { column: 'A' }, reference: { column: 'B' } },
      ['A', 'B'],
      [' Zoë\u00A0\r\nde  Vries', "'+31"],
      { recipient: { country: 'NL', name: 'Zoë de Vries' }, reference: '+31' },
    ],
    [
      'addressOverride, mapped or not',
      { reference: { column: 'A' } },
      ['A', 'addressOverride'],
      ['x', 'ja'],
      { addressOverride: true },
    ],
    ['a short row', { reference: { column: 'B' } }, ['A', 'B'], ['x'], { data: {} }],
  ])('supports %s', (_what, fields, heading, cells, expected) => {
    expect(read(fields, heading, cells)).toMatchObject(expected)
  })

  test('reports the source of a field in the file’s words', () => {
    const reader = createReader(
      {
        fields: {
          'recipient.street': { column: 'Adres', split: 'streetAndNumber' },
          'recipient.name': { columns: ['Voornaam', 'Achternaam'] },
          'recipient.country': { value: 'NL' },
        },
      },
      { heading: ['Adres', 'Voornaam', 'Achternaam'], country: 'NL', variables: {} },
    )
    expect(
      ['recipient.houseNumber', 'recipient.name', 'recipient', 'recipient.country', 'recipient.city'].map(
        reader.columnOf,
      ),
    ).toEqual(['Adres', 'Voornaam + Achternaam', 'Voornaam + Achternaam', 'country', 'city'])
  })
})
