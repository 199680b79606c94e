import { describe, expect, test } from 'vitest'
import { suggestMapping } from '../../../src/core/features/lists/mapping/suggest.ts'

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
        reference: { column: 'Kd.-Nr.' },
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
      'names by the values of their columns',
      ['Naam', 'Straat', 'x', 'y', 'z'],
      [
        ['A', 'Damrak', '12', '1012 LG', 'Nederland'],
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
  ])('recognises %s names', async (_what, heading, rows, fields) => {
    expect((await suggest(heading, rows)).mapping?.fields).toEqual(fields)
  })

  const split = { street: 'streetAndNumber', postalCode: 'postalCodeAndCity' } as const
  test.each<[keyof typeof split, string]>([
    ['street', 'Straat + nr'],
    ['street', 'Straat + nr. + toev.'],
    ['street', 'Straat en huisnr.'],
    ['street', 'Straat & huisnummer'],
    ['street', 'Adres (straat + nr)'],
    ['street', 'Str./Nr.'],
    ['street', 'Str. u. Hs.-Nr.'],
    ['street', 'Straße, Nr.'],
    ['street', 'Straße & Hausnr.'],
    ['street', 'Street + no.'],
    ['street', 'House no. / street'],
    ['street', 'N° et rue'],
    ['street', 'Numéro et nom de la voie'],
    ['street', 'STRAATENHUISNUMMER'],
    ['postalCode', 'Postcode + plaats'],
    ['postalCode', 'Postcode/woonpl.'],
    ['postalCode', 'PC & woonplaats'],
    ['postalCode', 'PLZ/Ort'],
    ['postalCode', 'PLZ, Wohnort'],
    ['postalCode', 'CP - Ville'],
    ['postalCode', 'Code postal & ville'],
    ['postalCode', 'ZIP + city'],
  ])('splits a %s called %s', async (field, column) => {
    const expected = { [`recipient.${field}`]: { column, split: split[field] } }
    expect((await suggest([column])).mapping?.fields).toEqual(expected)
  })

  test.each<[string, string]>([
    ['houseNumber', 'Huisnr. + toev.'],
    ['houseNumber', 'Huisnr.'],
    ['houseNumber', 'Hs.-Nr.'],
    ['houseNumber', 'Hnr.'],
    ['houseNumber', 'Street no.'],
    ['houseNumber', 'House nr.'],
    ['houseNumber', 'N° de rue'],
    ['houseNumberSuffix', 'Toev.'],
    ['street', 'Str.'],
    ['street', 'Adr.'],
    ['postalCode', 'ZIP / postal code'],
    ['postalCode', 'P.C.'],
    ['city', 'Town/City'],
    ['city', 'Woonpl.'],
    ['region', 'State / Province'],
    ['country', 'Land/Country'],
    ['companyName', 'Bedrijf / organisatie'],
    ['name', 'Vor- und Nachname'],
    ['name', 'Voor- en achternaam'],
    ['name', 'Voorl. + tussenv. + achternaam'],
    ['name', 'Prénom & nom'],
    ['name', 'First + last name'],
  ])('finds the %s in %s', async (field, column) => {
    expect((await suggest([column])).mapping?.fields).toEqual({ [`recipient.${field}`]: { column } })
  })

  test.each([
    ['Naam, voornaam'],
    ['City / ZIP'],
    ['E-adres'],
    ['E-mail address'],
    ['Company address'],
    ['Straat + plaats'],
    ['Telefoonnr.'],
    ['constructor + nr'],
    ['+'],
  ])('suggests nothing for %s', async (column) => expect((await suggest([column])).mapping).toBeNull())

  test.each<[string, string[], string[][], Record<string, unknown>]>([
    [
      'the abbreviations of a Dutch membership list',
      ['Lidnr.', 'Aanhef', 'Voorl.', 'Voorn.', 'Tussenv.', 'Achternaam', 'Straat + nr', 'Postcode + plaats'],
      [['7', 'Dhr.', 'J.', 'Jan', 'van der', 'Berg', 'Damrak 12 a', '1012 LG Amsterdam']],
      {
        reference: { column: 'Lidnr.' },
        'recipient.name': { columns: ['Voorn.', 'Tussenv.', 'Achternaam'] },
        'recipient.street': { column: 'Straat + nr', split: 'streetAndNumber' },
        'recipient.postalCode': { column: 'Postcode + plaats', split: 'postalCodeAndCity' },
      },
    ],
    [
      'a last name with a prefix column',
      ['Voornaam', 'Tussenv. + achternaam'],
      [],
      { 'recipient.name': { columns: ['Voornaam', 'Tussenv. + achternaam'] } },
    ],
    [
      'a whole name next to its parts',
      ['Voornaam', 'Achternaam', 'Voor- en achternaam'],
      [],
      { 'recipient.name': { column: 'Voor- en achternaam' } },
    ],
    [
      'separate columns next to a combined one',
      ['Straat + nr', 'Straat', 'Huisnr.'],
      [],
      { 'recipient.street': { column: 'Straat' }, 'recipient.houseNumber': { column: 'Huisnr.' } },
    ],
    [
      'a number that is no house number',
      ['Nummer', 'Straat + nr'],
      [['345', 'Damrak 12']],
      { 'recipient.street': { column: 'Straat + nr', split: 'streetAndNumber' } },
    ],
    [
      'a number next to streets without one',
      ['Nr.', 'Straat/nr'],
      [['12', 'Damrak']],
      {
        'recipient.houseNumber': { column: 'Nr.' },
        'recipient.street': { column: 'Straat/nr', split: 'streetAndNumber' },
      },
    ],
  ])('recognises %s', async (_what, heading, rows, fields) => {
    expect((await suggest(heading, rows)).mapping?.fields).toEqual(fields)
  })

  test.each<[string, string[], string[][], string[]]>([
    ['firstName next to name', ['firstName', 'name'], [], ['name']],
    ['a first name next to a full name', ['first name', 'full name'], [], ['full name']],
    ['all parts next to a full name', ['First name', 'Last name', 'Full name'], [], ['Full name']],
    ['first and last name', ['Last name', 'First name'], [], ['First name', 'Last name']],
    ['Voornaam next to Volledige naam', ['Voornaam', 'Volledige naam'], [], ['Volledige naam']],
    ['Voornaam, Naam and Volledige naam', ['Voornaam', 'Naam', 'Volledige naam'], [], ['Volledige naam']],
    ['Voornaam next to Naam', ['Voornaam', 'Naam'], [], ['Voornaam', 'Naam']],
    ['Vorname next to Name', ['Vorname', 'Name'], [], ['Vorname', 'Name']],
    ['Prénom next to Nom', ['Prénom', 'Nom'], [], ['Prénom', 'Nom']],
    ['Voornaam next to a Naam that contains it', ['Voornaam', 'Naam'], [['Zoë', 'Zoë de Vries']], ['Naam']],
    ['Vorname next to a Name that contains it', ['Vorname', 'Name'], [['Jörg', 'Groß, Jörg']], ['Name']],
    [
      'a last name that only starts the same',
      ['Voornaam', 'Naam'],
      [['Peter', 'Peters']],
      ['Voornaam', 'Naam'],
    ],
    [
      'firstName next to a name without it',
      ['firstName', 'name'],
      [['Zoë', 'Jansen']],
      ['firstName', 'name'],
    ],
    ['rows without values', ['firstName', 'name'], [['', 'Zoë Jansen']], ['name']],
  ])('prints no name twice: %s', async (_what, heading, rows, columns) => {
    const source = columns.length === 1 ? { column: columns[0] } : { columns }
    expect((await suggest(heading, rows)).mapping?.fields).toEqual({ 'recipient.name': source })
  })

  test('fills merge fields, and reports missing and unused columns', async () => {
    const { mapping, unusedColumns, missingFields } = await suggest(
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

  test('is absent if no column is recognised', async () => {
    expect(await suggest(['foo', 'bar'], [['?', '!']])).toMatchObject({
      mapping: null,
      unusedColumns: ['foo', 'bar'],
    })
  })
})
