import { describe, expect, test } from 'vitest'
import { suggestMapping } from '../../src/core/imports/mapping/suggest.ts'

describe('a suggested mapping', () => {
  const suggest = (
    heading: string[],
    rows: string[][] = [],
    variables: string[] = [],
    required = variables,
  ) => suggestMapping({ heading, rows, country: 'NL', variables, required })

  test.each<[string, string[], string[][], Record<string, unknown>]>([
    [
      'Dutch',
      [
        'Klantnummer',
        'Voornaam',
        'Tussenvoegsel',
        'Achternaam',
        'Straatnaam',
        'Huisnummer',
        'Toevoeging',
        'Postcode',
        'Woonplaats',
        'Land',
      ],
      [],
      {
        reference: { column: 'Klantnummer' },
        'recipient.name': { columns: ['Voornaam', 'Tussenvoegsel', 'Achternaam'] },
        'recipient.street': { column: 'Straatnaam' },
        'recipient.houseNumber': { column: 'Huisnummer' },
        'recipient.houseNumberSuffix': { column: 'Toevoeging' },
        'recipient.postalCode': { column: 'Postcode' },
        'recipient.city': { column: 'Woonplaats' },
        'recipient.country': { column: 'Land' },
      },
    ],
    [
      'German',
      ['Kd.-Nr.', 'Firma', 'Straße und Hausnummer', 'PLZ', 'Ort'],
      [],
      {
        'recipient.companyName': { column: 'Firma' },
        'recipient.street': { column: 'Straße und Hausnummer', split: 'streetAndNumber' },
        'recipient.postalCode': { column: 'PLZ' },
        'recipient.city': { column: 'Ort' },
      },
    ],
    [
      'French',
      ['Nom', 'Prénom', 'Adresse', 'Code postal', 'Ville', 'Pays'],
      [['Dupont', 'Chloé', '1 rue du Bac', '75007', 'Paris', 'France']],
      {
        'recipient.name': { columns: ['Prénom', 'Nom'] },
        'recipient.street': { column: 'Adresse' },
        'recipient.postalCode': { column: 'Code postal' },
        'recipient.city': { column: 'Ville' },
        'recipient.country': { column: 'Pays' },
      },
    ],
    [
      'English',
      ['Full Name', 'Address Line 1', 'Address Line 2', 'Zip/Postal', 'City', 'State'],
      [['Zoë', 'Damrak 12', '', '1012 LG', 'Amsterdam', '']],
      {
        'recipient.name': { column: 'Full Name' },
        'recipient.street': { column: 'Address Line 1', split: 'streetAndNumber' },
        'recipient.addressLine2': { column: 'Address Line 2' },
        'recipient.postalCode': { column: 'Zip/Postal' },
        'recipient.city': { column: 'City' },
        'recipient.region': { column: 'State' },
      },
    ],
    [
      'the API’s own',
      ['name', 'street', 'houseNumber', 'postalCode', 'city', 'country'],
      [],
      {
        'recipient.name': { column: 'name' },
        'recipient.street': { column: 'street' },
        'recipient.houseNumber': { column: 'houseNumber' },
        'recipient.postalCode': { column: 'postalCode' },
        'recipient.city': { column: 'city' },
        'recipient.country': { column: 'country' },
      },
    ],
    [
      'what stands in the columns',
      ['Naam', 'Straat', 'x', 'y', 'z'],
      [
        ['A', 'Damrak', '12', '1012 LG', 'België'],
        ['B', 'Rokin', '7', '1012 KR', 'Nederland'],
      ],
      {
        'recipient.name': { column: 'Naam' },
        'recipient.street': { column: 'Straat' },
        'recipient.houseNumber': { column: 'x' },
        'recipient.postalCode': { column: 'y' },
        'recipient.country': { column: 'z' },
      },
    ],
  ])('knows %s names', (_what, heading, rows, fields) => {
    expect(suggest(heading, rows).mapping?.fields).toEqual(fields)
  })

  test.each<[string, string[], string[][], string[]]>([
    ['firstName beside name', ['firstName', 'name'], [], ['name']],
    ['a first name beside a full name', ['first name', 'full name'], [], ['full name']],
    ['all parts beside a full name', ['First name', 'Last name', 'Full name'], [], ['Full name']],
    ['first and last name', ['Last name', 'First name'], [], ['First name', 'Last name']],
    ['Voornaam beside Volledige naam', ['Voornaam', 'Volledige naam'], [], ['Volledige naam']],
    ['Voornaam, Naam and Volledige naam', ['Voornaam', 'Naam', 'Volledige naam'], [], ['Volledige naam']],
    ['Voornaam beside Naam', ['Voornaam', 'Naam'], [], ['Voornaam', 'Naam']],
    ['Vorname beside Name', ['Vorname', 'Name'], [], ['Vorname', 'Name']],
    ['Prénom beside Nom', ['Prénom', 'Nom'], [], ['Prénom', 'Nom']],
    ['Voornaam beside a Naam that holds it', ['Voornaam', 'Naam'], [['Zoë', 'Zoë de Vries']], ['Naam']],
    ['Vorname beside a Name that holds it', ['Vorname', 'Name'], [['Jörg', 'Groß, Jörg']], ['Name']],
    ['a last name that only begins alike', ['Voornaam', 'Naam'], [['Peter', 'Peters']], ['Voornaam', 'Naam']],
    ['firstName beside a name without it', ['firstName', 'name'], [['Zoë', 'Jansen']], ['firstName', 'name']],
    ['rows that say nothing', ['firstName', 'name'], [['', 'Zoë Jansen']], ['name']],
  ])('puts nobody’s name on paper twice: %s', (_what, heading, rows, columns) => {
    const source = columns.length === 1 ? { column: columns[0] } : { columns }
    expect(suggest(heading, rows).mapping?.fields).toEqual({ 'recipient.name': source })
  })

  test('fills merge fields, and says what is missing and what it does not use', () => {
    const { mapping, unusedColumns, missingFields } = suggest(
      ['Naam', 'Voornaam', 'Bedrag', 'Opmerking'],
      [],
      ['firstName', 'bedrag', 'code'],
    )
    expect(mapping?.fields).toMatchObject({
      'data.firstName': { column: 'Voornaam' },
      'data.bedrag': { column: 'Bedrag' },
      'recipient.name': { columns: ['Voornaam', 'Naam'] },
    })
    expect(unusedColumns).toEqual(['Opmerking'])
    expect(missingFields).toEqual(['recipient.street', 'recipient.city', 'data.code'])
  })

  test('is none where nothing looks like anything', () => {
    expect(suggest(['foo', 'bar'], [['?', '!']])).toMatchObject({
      mapping: null,
      unusedColumns: ['foo', 'bar'],
    })
  })
})
