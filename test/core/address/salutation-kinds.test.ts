import { describe, expect, test } from 'vitest'
import { type SalutationDoubt, salutationOf } from '../../../src/core/address/salutation/salutation.ts'

type Given = Omit<Parameters<typeof salutationOf>[0], 'country'>

const composed = (locale: string, given: Given, formality?: 'informal') => {
  const { text, doubts } = salutationOf({ country: 'NL', ...given }, locale, formality)
  return [text, ...doubts]
}

describe('abbreviated forms of address in a list', () => {
  test.each<[string, string, string]>([
    ['fr', 'M et Mme', 'Madame, Monsieur'],
    ['fr', 'Mlle', 'Madame'],
    ['es', 'Sr. y Sra.', 'Estimados señores García'],
    ['es', 'Sr. D.', 'Estimado señor García'],
    ['es', 'D.ª', 'Estimada señora García'],
    ['es', 'Dra.', 'Estimada doctora García'],
    ['it', 'Sig. e Sig.ra', 'Gentili Signori García'],
    ['it', 'Gent.ma Sig.ra', 'Gentile Signora García'],
    ['it', 'Egr. Sig.', 'Gentile Signor García'],
    ['nl', 'Dhr. & Mevr.', 'Geachte heer en mevrouw García'],
    ['en', 'Mr & Mr', 'Dear Sirs'],
    ['de', 'ohne', 'Sehr geehrte Damen und Herren'],
    ['de', 'keine Angabe', 'Sehr geehrte Damen und Herren'],
  ])('in %s: %s', (locale, salutation, text) => {
    expect(composed(locale, { salutation, lastName: 'García' })).toEqual([text])
  })
})

describe('unknown forms of address', () => {
  test.each<[string, Given, string, SalutationDoubt]>([
    ['nl', { salutation: 'Weduwe', lastName: 'Bos' }, 'Geachte heer/mevrouw Bos', 'SALUTATION_UNKNOWN'],
    ['en', { salutation: 'Rev.', lastName: 'Smith' }, 'Dear Rev. Smith', 'SALUTATION_UNKNOWN'],
    ['en', { salutation: 'Sir', name: 'John Smith' }, 'Dear Sir John Smith', 'SALUTATION_UNKNOWN'],
    ['en', { salutation: 'The Smith Family' }, 'The Smith Family', 'SALUTATION_UNKNOWN'],
    ['nl', { salutation: 'T.a.v. de directie' }, 'Geachte heer/mevrouw', 'SALUTATION_UNKNOWN'],
    [
      'de',
      { salutation: 'Herr und Frau Dr.', lastName: 'Berg' },
      'Sehr geehrte Frau Berg, sehr geehrter Herr Berg',
      'NAME_UNCLEAR',
    ],
  ])('in %s: %j', (locale, given, text, doubt) => {
    expect(composed(locale, given)).toEqual([text, doubt])
  })
})

describe('complete salutations', () => {
  test.each<[string, string]>([
    ['fr', 'Cher Monsieur'],
    ['fr', 'Chère Madame'],
    ['fr', 'Madame/Monsieur'],
    ['pl', 'Szanowna Pani'],
    ['nl', 'Lieve Anna'],
    ['nl', 'Beste Anna en Jan'],
    ['de', 'Sehr geehrte Frau Müller'],
    ['en', 'Dear Sir or Madam'],
  ])('in %s are printed unchanged: %s', (locale, salutation) => {
    expect(composed(locale, { salutation, firstName: 'Kim', lastName: 'Berg' })).toEqual([salutation])
  })

  test.each<[string, string, string]>([
    ['nl', 'Lieve', 'Lieve Anna'],
    ['de', 'Liebe', 'Liebe Anna'],
  ])('in %s after %s include the first name', (locale, salutation, text) => {
    expect(composed(locale, { salutation, firstName: 'Anna', lastName: 'Bos' })).toEqual([text])
  })
})

test.each<[string, Given, string]>([
  ['nl', { name: 'Stichting Vrienden van Artis' }, 'Geachte heer/mevrouw'],
  ['nl', { name: 'Acme B.V.' }, 'Geachte heer/mevrouw'],
  ['nl', { companyName: 'Acme BV', name: 'Afd. Inkoop' }, 'Geachte heer/mevrouw'],
  ['nl', { companyName: 'Acme BV', name: 'T.a.v. mevr. Jansen' }, 'Geachte mevrouw Jansen'],
  ['nl', { companyName: 'Acme', name: 'J. de Wit', salutation: 'Dhr.' }, 'Geachte heer de Wit'],
  ['de', { salutation: 'Firma', name: 'Müller GmbH' }, 'Sehr geehrte Damen und Herren'],
  ['de', { name: 'Turnverein Berg e.V.' }, 'Sehr geehrte Damen und Herren'],
  ['it', { salutation: 'Spett.le', companyName: 'Rossi SpA' }, 'Spettabile Rossi SpA'],
  ['en', { name: 'Acme Ltd' }, 'Dear Sir or Madam'],
  ['fr', { name: 'Dupont SARL' }, 'Madame, Monsieur'],
])('an organisation in %s: %j', (locale, given, text) => {
  expect(composed(locale, given)).toEqual([text])
})

test.each<[string, string]>([
  ['Vries, de', 'de Vries'],
  ['Vries, A. de', 'de Vries'],
  ['Vries, de, A.', 'de Vries'],
  ["A. 't Hart", "'t Hart"],
  ["Anna in 't Veld", "in 't Veld"],
  ["Anna van 't Hof", "van 't Hof"],
  ['Anna op den Akker', 'op den Akker'],
  ['Anna Van den Broeck', 'Van den Broeck'],
  ['A.M. Jansen-de Wit', 'Jansen-de Wit'],
  ['Chr. Jansen', 'Jansen'],
  ['Jansen - de Wit', 'Jansen - de Wit'],
  ['Anna Maria Jansen', 'Anna Maria Jansen'],
  ["Anna D'Hondt", "Anna D'Hondt"],
  ['DE VRIES', 'DE VRIES'],
])('the Dutch surname of %s is %s', (name, surname) => {
  expect(composed('nl', { salutation: 'Mevr.', name })).toEqual([`Geachte mevrouw ${surname}`])
})

test.each<[string, Given, string]>([
  ['en', { name: 'John Smith, PhD' }, 'Dear John Smith'],
  ['en', { name: 'Smith, John' }, 'Dear John Smith'],
  ['en', { salutation: 'Mr', firstName: 'John' }, 'Dear John'],
  ['en', { name: 'Mr John Smith and Ms Mary Jones' }, 'Dear Mr John Smith and Ms Mary Jones'],
  ['nl', { name: 'Dhr. P. Bos & Mevr. A. de Wit' }, 'Geachte heer Bos, geachte mevrouw de Wit'],
  ['de', { name: 'Herr Müller und Frau Berg' }, 'Sehr geehrter Herr Müller, sehr geehrte Frau Berg'],
  ['fr', { name: 'M. Jean Dupont et Mme Anne Roy' }, 'Madame, Monsieur'],
  ['nl', { sex: 'M/V', lastName: 'Bos' }, 'Geachte heer/mevrouw Bos'],
])('names in %s: %j', (locale, given, text) => {
  expect(composed(locale, given)).toEqual([text])
})

test('a one-word name is a first name only in an informal letter', () => {
  expect(composed('nl', { name: 'Anna' }, 'informal')).toEqual(['Beste Anna'])
  expect(composed('nl', { name: 'Mevr. Bos' }, 'informal')).toEqual(['Beste mevrouw Bos'])
  expect(composed('nl', { name: 'Anna' })).toEqual(['Geachte heer/mevrouw Anna'])
})

describe('names unsuitable for addressing', () => {
  test.each([
    ['nl', 'Erven van J. Bos', 'Geachte heer/mevrouw'],
    ['nl', '† J. Bos', 'Geachte heer/mevrouw'],
    ['nl', 'wijlen J. Bos', 'Geachte heer/mevrouw'],
    ['nl', 'J. Bos (overleden)', 'Geachte heer/mevrouw'],
    ['nl', 'Aan de bewoners', 'Geachte heer/mevrouw'],
    ['en', 'Estate of John Smith', 'Dear Sir or Madam'],
    ['en', 'The Late John Smith', 'Dear Sir or Madam'],
    ['en', 'The Occupier', 'Dear Sir or Madam'],
    ['de', 'Nachlass Max Müller', 'Sehr geehrte Damen und Herren'],
    ['fr', 'Succession Jean Dupont', 'Madame, Monsieur'],
  ])('in %s: %s', (locale, name, text) => {
    expect(composed(locale, { name })).toEqual([text, 'NAME_UNCLEAR'])
  })
  test('are not mistaken for surnames of the same letters', () => {
    expect(composed('de', { name: 'Karel Erben', sex: 'M', lastName: 'Erben' })).toEqual([
      'Sehr geehrter Herr Erben',
    ])
  })
})

describe('titles', () => {
  test.each<[string, Given, string]>([
    ['it', { name: 'Dott. Mario Rossi' }, 'Gentile Mario Rossi'],
    ['fr', { title: 'Dr', lastName: 'Dupont', sex: 'M' }, 'Monsieur'],
  ])('omitted in %s give a finding: %o', (locale, given, text) => {
    expect(composed(locale, given)).toEqual([text, 'TITLE_UNKNOWN'])
  })
  test('of nobility are part of the surname', () => {
    expect(composed('de', { name: 'Herr Graf von Berg' })).toEqual(['Sehr geehrter Herr Graf von Berg'])
  })
})
