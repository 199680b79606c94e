import { describe, expect, test } from 'vitest'
import { type SalutationDoubt, salutationOf } from '../../../src/core/address/salutation/salutation.ts'

type Given = Omit<Parameters<typeof salutationOf>[0], 'country'>

const composed = (locale: string, given: Given) => {
  const { text, doubts } = salutationOf({ country: 'NL', ...given }, locale)
  return [text, ...doubts]
}

describe('a form of address that offers both sexes', () => {
  test.each<[string, Given, string]>([
    ['en', { title: 'Mr/Mrs', firstName: 'Sam', lastName: 'Smith' }, 'Dear Sam Smith'],
    ['en', { title: 'Mr. / Ms.', firstName: 'Sam', lastName: 'Smith' }, 'Dear Sam Smith'],
    ['es', { salutation: 'Sr/a', firstName: 'Alex', lastName: 'Pérez' }, 'Estimado/a Alex Pérez'],
    ['es', { salutation: 'Sr(a).', firstName: 'Alex', lastName: 'Pérez' }, 'Estimado/a Alex Pérez'],
    ['es', { salutation: 'Señor/a', firstName: 'Alex', lastName: 'Pérez' }, 'Estimado/a Alex Pérez'],
    ['de', { salutation: 'Herr/in', firstName: 'Kim', lastName: 'Berg' }, 'Guten Tag Kim Berg'],
    ['nl', { salutation: 'Dhr./Mw.', lastName: 'Bos' }, 'Geachte heer/mevrouw Bos'],
  ])('in %s selects neither: %j', (locale, given, text) => {
    expect(composed(locale, given)).toEqual([text])
  })
})

describe('two recipients, one with a title', () => {
  test.each<[string, Given, string, SalutationDoubt]>([
    ['en', { title: 'Dr & Mrs', lastName: 'Smith' }, 'Dear Dr & Mrs Smith', 'NAME_UNCLEAR'],
    ['en', { title: 'Mr & Dr', lastName: 'Smith' }, 'Dear Mr & Dr Smith', 'NAME_UNCLEAR'],
    ['en', { name: 'Dr. and Mrs. John Smith' }, 'Dear Dr. and Mrs. John Smith', 'NAME_UNCLEAR'],
    ['nl', { name: 'Dr. en mevr. Bos' }, 'Geachte heer en mevrouw Bos', 'NAME_UNCLEAR'],
    ['es', { salutation: 'Dr. y Sra.', lastName: 'Pérez' }, 'Estimados señores Pérez', 'NAME_UNCLEAR'],
    [
      'es',
      { salutation: 'Sr. y Padre', lastName: 'Pérez' },
      'Estimado/a señor/a Pérez',
      'SALUTATION_UNKNOWN',
    ],
    ['nl', { name: 'De heer en Anna Bos' }, 'Geachte Anna Bos', 'SALUTATION_UNKNOWN'],
    ['nl', { name: 'Dhr. A. & Mw. B. Bos' }, 'Geachte heer/mevrouw', 'NAME_UNCLEAR'],
    ['de', { name: 'Herrn Peter und Frau Anna Müller' }, 'Sehr geehrte Damen und Herren', 'NAME_UNCLEAR'],
  ])('in %s are never reduced to one: %j', (locale, given, text, doubt) => {
    expect(composed(locale, given)).toEqual([text, doubt])
  })

  test.each<[string, Given, string]>([
    ['es', { salutation: 'D. y Dña.', lastName: 'Pérez' }, 'Estimados señores Pérez'],
    ['nl', { name: 'Dhr. Bos en mevr. de Wit' }, 'Geachte heer Bos, geachte mevrouw de Wit'],
    ['de', { name: 'Frau Dr. Berg und Herr Vis' }, 'Sehr geehrte Frau Dr. Berg, sehr geehrter Herr Vis'],
  ])('in %s are both named: %j', (locale, given, text) => {
    expect(composed(locale, given)).toEqual([text])
  })
})

describe('names as written in lists', () => {
  test.each<[string, Given, string]>([
    ['nl', { name: 'dhr.J.Jansen' }, 'Geachte heer Jansen'],
    ['nl', { name: 'A.Bos' }, 'Geachte heer/mevrouw Bos'],
    ['de', { name: 'Fr.Berg' }, 'Sehr geehrte Frau Berg'],
    ['de', { name: 'Herr Dr.med.Müller' }, 'Sehr geehrter Herr Dr. Müller'],
    ['nl', { name: 'Mevr. A. (Anneke) de Boer' }, 'Geachte mevrouw de Boer'],
    ['de', { name: 'Herr Müller (Vorstand)' }, 'Sehr geehrter Herr Müller'],
    ['es', { salutation: 'Dña.', lastName: 'López' }, 'Estimada señora López'],
    ['it', { title: 'Sigg.', lastName: 'Rossi' }, 'Gentili Signori Rossi'],
  ])('in %s: %j', (locale, given, text) => {
    expect(composed(locale, given)).toEqual([text])
  })

  test('a single letter that is no form of address gives a finding', () => {
    expect(composed('nl', { salutation: 'V', lastName: 'Bos' })).toEqual([
      'Geachte heer/mevrouw Bos',
      'SALUTATION_UNKNOWN',
    ])
  })

  test.each<[string, Given, string]>([
    ['de', { name: 'Praxis Dr. Müller' }, 'Sehr geehrte Damen und Herren'],
    ['nl', { name: 'Acme BV', lastName: 'Acme BV' }, 'Geachte heer/mevrouw'],
    ['it', { salutation: 'Spett.le', name: 'Acme SRL', lastName: 'Acme SRL' }, 'Spettabile Acme SRL'],
    ['es', { name: 'Acme SL', lastName: 'Acme SL' }, 'Estimados señores'],
  ])('in %s gives an anonymous salutation: %j', (locale, given, text) => {
    expect(composed(locale, given)).toEqual([text])
  })
})
