import { describe, expect, test } from 'vitest'
import {
  isWholeSalutation,
  type SalutationDoubt,
  salutationOf,
  withoutComma,
} from '../../../src/core/address/salutation/salutation.ts'

type Given = Omit<Parameters<typeof salutationOf>[0], 'country'>

const composed = (locale: string, given: Given) => {
  const { text, doubts } = salutationOf({ country: 'NL', ...given }, locale)
  return [text, ...doubts]
}

describe('one recipient', () => {
  test.each<[string, Given, string]>([
    ['nl', { name: 'Dhr. J E Jansen' }, 'Geachte heer Jansen'],
    ['nl', { name: 'Dhr. E Jansen' }, 'Geachte heer Jansen'],
    ['en', { name: 'Mr John E Smith' }, 'Dear Mr John E Smith'],
    ['en', { name: 'John E Smith' }, 'Dear John E Smith'],
    ['it', { name: 'Sig. Mario E Rossi' }, 'Gentile Signor Mario E Rossi'],
    ['es', { name: 'Sra. Ana Gil y Ruiz' }, 'Estimada señora Ana Gil y Ruiz'],
    ['es', { name: 'Sr. José Ortega y Gasset' }, 'Estimado señor José Ortega y Gasset'],
    ['es', { name: 'Sr. Ortega y de la Vega' }, 'Estimado señor Ortega y de la Vega'],
    ['es', { name: 'José Ortega y Gasset', sex: 'h' }, 'Estimado señor José Ortega y Gasset'],
    [
      'es',
      { name: 'José Ortega y Gasset', lastName: 'Ortega y Gasset' },
      'Estimado/a señor/a Ortega y Gasset',
    ],
    ['es', { name: 'Ana Gil y Ruiz' }, 'Estimado/a Ana Gil y Ruiz'],
    ['nl', { name: 'Dhr. José Ortega y Gasset' }, 'Geachte heer José Ortega y Gasset'],
  ])('in %s: %j', (locale, given, text) => {
    expect(composed(locale, given)).toEqual([text])
  })
})

describe('two recipients', () => {
  test.each<[string, Given, string]>([
    ['nl', { name: 'Jan en Anna Bos' }, 'Geachte Jan en Anna Bos'],
    ['nl', { firstName: 'Jan en Anna', lastName: 'Bos' }, 'Geachte Jan en Anna Bos'],
    ['de', { name: 'Anna und Peter Müller' }, 'Guten Tag Anna und Peter Müller'],
    ['es', { name: 'Ana y Pedro Gil' }, 'Estimados señores Ana y Pedro Gil'],
    ['es', { firstName: 'Ana y Pedro', lastName: 'Gil' }, 'Estimados señores Gil'],
    ['es', { name: 'SR. Y SRA. GIL' }, 'Estimados señores GIL'],
    ['it', { name: 'Mario e Anna Rossi' }, 'Gentili Signori Mario e Anna Rossi'],
    ['nl', { name: 'DHR. J. BOS EN MEVR. A. DE WIT' }, 'Geachte heer BOS, geachte mevrouw DE WIT'],
  ])('in %s: %j', (locale, given, text) => {
    expect(composed(locale, given)).toEqual([text])
  })
})

test.each<[string, Given, string]>([
  ['nl', { name: 'Dhr. J. Bos en A. de Wit' }, 'Geachte J. Bos en A. de Wit'],
  ['nl', { name: 'JAN EN ANNA BOS' }, 'Geachte JAN EN ANNA BOS'],
  ['de', { name: 'Herr Jan en Anna Bos' }, 'Guten Tag Jan en Anna Bos'],
  ['es', { name: 'Sr. Juan García y Ana López' }, 'Estimado/a Juan García y Ana López'],
  ['es', { name: 'Ortega y Gasset' }, 'Estimado/a Ortega y Gasset'],
])('in %s, one or two recipients give the whole name and a doubt: %j', (locale, given, text) => {
  expect(composed(locale, given)).toEqual([text, 'NAME_UNCLEAR'])
})

describe('a name that is a form of address in another language', () => {
  test.each<[string, Given, string]>([
    ['nl', { name: 'Pan Wei' }, 'Geachte Pan Wei'],
    ['de', { name: 'Pan Wei' }, 'Guten Tag Pan Wei'],
    ['en', { name: 'Pani Das' }, 'Dear Pani Das'],
    ['nl', { name: 'Herre de Vries' }, 'Geachte heer/mevrouw de Vries'],
    ['fr', { name: 'M. Martin', firstName: 'Marie', lastName: 'Martin' }, 'Madame, Monsieur'],
    ['es', { name: 'D. Gil', firstName: 'Diana', lastName: 'Gil' }, 'Estimado/a Diana Gil'],
  ])('in %s: %j', (locale, given, text) => {
    expect(composed(locale, given)).toEqual([text])
  })

  test.each<[string, Given, string]>([
    ['pl', { name: 'Pan Jan Nowak' }, 'Szanowny Panie'],
    ['pl', { name: 'Pani Anna Nowak' }, 'Szanowna Pani'],
    ['fr', { name: 'M. Michel Martin', firstName: 'Michel', lastName: 'Martin' }, 'Monsieur'],
    ['fr', { name: 'M. M. Martin', firstName: 'Michel', lastName: 'Martin' }, 'Monsieur'],
    ['fr', { name: 'M. Martin', firstName: 'Jean', lastName: 'Martin' }, 'Monsieur'],
    ['es', { name: 'D. Diego Gil', firstName: 'Diego', lastName: 'Gil' }, 'Estimado señor Gil'],
  ])('is a form of address in its own language, %s: %j', (locale, given, text) => {
    expect(composed(locale, given)).toEqual([text])
  })
})

describe('particles after the surname', () => {
  test.each<[Given, string, ...SalutationDoubt[]]>([
    [{ name: 'Dhr. J. Berg, van der' }, 'Geachte heer van der Berg'],
    [{ name: 'J.P. Berg, van den', sex: 'm' }, 'Geachte heer van den Berg'],
    [{ lastName: 'J. Berg, van den', sex: 'm' }, 'Geachte heer van den Berg'],
    [{ name: 'Berg, van den', sex: 'm' }, 'Geachte heer van den Berg'],
    [{ name: 'Jan Berg, van den', sex: 'm' }, 'Geachte Jan Berg, van den', 'NAME_UNCLEAR'],
    [{ name: 'Jan Berg, van den' }, 'Geachte Jan Berg, van den', 'NAME_UNCLEAR'],
  ])('of %j', (given, ...expected) => {
    expect(composed('nl', given)).toEqual(expected)
  })
})

/** Length of texts that take minutes if each character restarts the scan to the end. */
const longest = 400_000

test.each<[string, () => unknown, unknown]>([
  ['commas before a letter', () => withoutComma(`${','.repeat(longest)}x`), `${','.repeat(longest)}x`],
  ['letters before a sign', () => isWholeSalutation(`Zz ${'a'.repeat(longest)}!`, 'nl'), expect.any(Boolean)],
])('many %s are read in linear time', (_, read, expected) => {
  expect(read()).toEqual(expected)
})
