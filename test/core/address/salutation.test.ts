import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Formality, type SalutationDoubt, salutationOf } from '../../../src/core/address/salutation.ts'
import { isWholeSalutation } from '../../../src/core/address/whole-salutations.ts'

type Given = Omit<Parameters<typeof salutationOf>[0], 'country'> & { country?: string }

test.each<[string, Given, Formality, string, SalutationDoubt[]]>([
  [
    'nl-NL',
    { salutation: 'Mevr.', lastName: 'de Vries', firstName: 'Anna' },
    'formal',
    'Geachte mevrouw de Vries',
    [],
  ],
  ['nl', { salutation: 'Dhr.', name: 'A. de Vries' }, 'formal', 'Geachte heer de Vries', []],
  ['nl', { name: 'Mevr. A. de Vries' }, 'formal', 'Geachte mevrouw de Vries', []],
  ['nl', { name: 'Anna de Vries' }, 'formal', 'Geachte heer/mevrouw de Vries', []],
  ['nl', { name: 'Anna Jansen' }, 'formal', 'Geachte Anna Jansen', []],
  ['nl', { name: 'Dhr. en mevr. de Vries' }, 'formal', 'Geachte heer en mevrouw de Vries', []],
  ['nl', { name: 'Dhr./Mevr. Jansen' }, 'formal', 'Geachte heer/mevrouw Jansen', []],
  ['nl', { name: 'Fam. Jansen' }, 'formal', 'Geachte familie Jansen', []],
  ['nl', { companyName: 'Acme' }, 'formal', 'Geachte heer/mevrouw', []],
  ['nl', { name: 'Dhr.' }, 'formal', 'Geachte heer', []],
  [
    'nl',
    { salutation: 'Geachte heer/mevrouw', lastName: 'Jansen' },
    'formal',
    'Geachte heer/mevrouw Jansen',
    [],
  ],
  [
    'nl',
    { salutation: 'Geachte mevrouw De Vries,', lastName: 'X' },
    'formal',
    'Geachte mevrouw De Vries',
    [],
  ],
  ['nl', { salutation: 'Mevrouw De Vries' }, 'formal', 'Geachte mevrouw De Vries', []],
  ['nl', { salutation: 'Mr.', lastName: 'Smit' }, 'formal', 'Geachte heer/mevrouw Smit', []],
  ['nl', { salutation: 'Mevr. mr.', lastName: 'Smit' }, 'formal', 'Geachte mevrouw Smit', []],
  ['nl', { title: 'prof. dr.', sex: 'v', lastName: 'Bos' }, 'formal', 'Geachte professor Bos', []],
  ['nl', { sex: 'm', lastName: 'Vries', name: 'Jan de Vries' }, 'formal', 'Geachte heer de Vries', []],
  ['nl', { salutation: 'Baron', lastName: 'X' }, 'formal', 'Geachte heer/mevrouw X', ['SALUTATION_UNKNOWN']],
  [
    'nl',
    { sex: 'v', salutation: 'Dhr.', lastName: 'Bos' },
    'formal',
    'Geachte heer/mevrouw Bos',
    ['SEX_CONFLICT'],
  ],
  ['nl', { firstName: 'Anna', lastName: 'Bos' }, 'informal', 'Beste Anna', []],
  ['nl', { salutation: 'Mevr.', sex: 'onbekend', lastName: 'Bos' }, 'formal', 'Geachte mevrouw Bos', []],
  ['nl', { salutation: 'Mevr.', sex: '?', lastName: 'Bos' }, 'formal', 'Geachte mevrouw Bos', []],
  ['nl', { sex: 'non-binair', lastName: 'Bos' }, 'formal', 'Geachte heer/mevrouw Bos', []],
  [
    'nl',
    { sex: 'x', salutation: 'Dhr.', lastName: 'Bos' },
    'formal',
    'Geachte heer/mevrouw Bos',
    ['SEX_CONFLICT'],
  ],
  ['nl', { salutation: 'De heer', lastName: 'Bos' }, 'formal', 'Geachte heer Bos', []],
  ['nl', { salutation: 'Aan de heer', lastName: 'Bos' }, 'formal', 'Geachte heer Bos', []],
  ['nl', { name: 'De heer J. Bos' }, 'formal', 'Geachte heer Bos', []],
  [
    'de-DE',
    { title: 'Dr.', salutation: 'Herr', lastName: 'Müller' },
    'formal',
    'Sehr geehrter Herr Dr. Müller',
    [],
  ],
  ['de', { name: 'Herr Dr. Müller' }, 'formal', 'Sehr geehrter Herr Dr. Müller', []],
  [
    'de',
    { name: 'Frau Prof. Dr. med. Anna Müller' },
    'formal',
    'Sehr geehrte Frau Prof. Dr. Anna Müller',
    [],
  ],
  [
    'de',
    { salutation: 'Herr', title: 'Dipl.-Ing.', lastName: 'Huber', country: 'AT' },
    'formal',
    'Sehr geehrter Herr Dipl.-Ing. Huber',
    [],
  ],
  [
    'de',
    { salutation: 'Herr', title: 'Mag.', lastName: 'Huber', country: 'AT' },
    'formal',
    'Sehr geehrter Herr Mag. Huber',
    [],
  ],
  [
    'de',
    { name: 'Herr und Frau Müller' },
    'formal',
    'Sehr geehrte Frau Müller, sehr geehrter Herr Müller',
    [],
  ],
  ['de', { name: 'Familie Müller' }, 'formal', 'Sehr geehrte Familie Müller', []],
  ['de', { name: 'Eheleute Müller' }, 'formal', 'Sehr geehrte Eheleute Müller', []],
  ['de', { name: 'Andrea Müller' }, 'formal', 'Guten Tag Andrea Müller', []],
  ['de', { name: 'Müller' }, 'formal', 'Sehr geehrte Damen und Herren', []],
  [
    'de',
    { salutation: 'Sehr geehrte Damen und Herren', companyName: 'X' },
    'formal',
    'Sehr geehrte Damen und Herren',
    [],
  ],
  ['de', { name: 'Anna & Peter Müller' }, 'formal', 'Guten Tag Anna & Peter Müller', []],
  ['de', { sex: 'w', firstName: 'Anna', lastName: 'M' }, 'informal', 'Liebe Anna', []],
  ['en-GB', { salutation: 'Ms', lastName: 'Smith' }, 'formal', 'Dear Ms Smith', []],
  ['en', { title: 'Mrs.', name: 'Mrs. Anna Smith', lastName: 'Smith' }, 'formal', 'Dear Mrs. Smith', []],
  ['en', { name: 'Mr & Mrs Smith' }, 'formal', 'Dear Mr and Mrs Smith', []],
  ['en', { title: 'Dr', lastName: 'Smith' }, 'formal', 'Dear Dr Smith', []],
  ['en', { title: 'Rev', name: 'John Smith' }, 'formal', 'Dear Rev John Smith', ['TITLE_UNKNOWN']],
  ['en', { salutation: 'Dear Sir or Madam' }, 'formal', 'Dear Sir or Madam', []],
  ['en', { sex: 'F', lastName: 'Smith' }, 'formal', 'Dear Ms Smith', []],
  [
    'en',
    { title: 'Sir', name: 'Elton John', lastName: 'John', firstName: 'Elton' },
    'formal',
    'Dear Sir Elton John',
    ['TITLE_UNKNOWN'],
  ],
  ['en', { salutation: 'Mx', lastName: 'Smith' }, 'formal', 'Dear Mx Smith', []],
  ['en', { name: 'M. Jansen' }, 'formal', 'Dear Sir or Madam', []],
  ['fr', { name: 'M. Jean Dupont' }, 'formal', 'Monsieur', []],
  ['fr', { salutation: 'Mme', lastName: 'Dupont' }, 'formal', 'Madame', []],
  ['fr', { name: 'M. et Mme Dupont' }, 'formal', 'Madame, Monsieur', []],
  ['es', { sex: 'M', lastName: 'García' }, 'formal', 'Estimado/a señor/a García', ['SEX_UNKNOWN']],
  ['es', { salutation: 'Sra.', lastName: 'García' }, 'formal', 'Estimada señora García', []],
  ['it', { salutation: 'Sig.ra', lastName: 'Rossi' }, 'formal', 'Gentile Signora Rossi', []],
  ['it', { title: 'Dott.ssa', sex: 'F', lastName: 'Rossi' }, 'formal', 'Gentile Dottoressa Rossi', []],
  ['pl', { salutation: 'Pani', title: 'dr', lastName: 'Nowak' }, 'formal', 'Szanowna Pani Doktor', []],
  ['da', { name: 'Anna Jensen' }, 'formal', 'Kære Anna Jensen', []],
  ['sv', { name: 'Familjen Berg' }, 'formal', 'Bästa familjen Berg', []],
  ['cs', { name: 'Jan Novák' }, 'formal', 'Jan Novák', ['LANGUAGE_UNKNOWN']],
  [
    'nl',
    { language: 'Duits', salutation: 'Herr', lastName: 'Müller' },
    'formal',
    'Sehr geehrter Herr Müller',
    [],
  ],
  ['nl', { language: 'Klingon', sex: 'm', lastName: 'X' }, 'formal', 'Geachte heer X', ['LANGUAGE_UNKNOWN']],
  ['en', { name: 'Ing Li' }, 'formal', 'Dear Ing Li', []],
  ['nl', { name: 'Berg, van den', sex: 'm' }, 'formal', 'Geachte heer van den Berg', []],
  ['nl', { name: '' }, 'formal', 'Geachte heer/mevrouw', []],
  ['nl', { name: 'NULL' }, 'formal', 'Geachte heer/mevrouw NULL', []],
  ['nl', { salutation: 'Hoi allemaal' }, 'formal', 'Hoi allemaal', []],
  ['nl', { salutation: 'Beste', lastName: 'Bos', firstName: 'Jan' }, 'formal', 'Beste Jan', []],
  ['de', { salutation: 'Herr Müller' }, 'formal', 'Sehr geehrter Herr Müller', []],
  [
    'nl',
    { name: 'Dhr. J. Bos en mevr. A. de Wit' },
    'formal',
    'Geachte heer Bos, geachte mevrouw de Wit',
    [],
  ],
  ['nl', { salutation: 'Geachte heer', lastName: 'Bos' }, 'formal', 'Geachte heer Bos', []],
  ['nl', { salutation: 'Heren', companyName: 'X' }, 'formal', 'Geachte heren', []],
  ['nl', { salutation: 'Heer', lastName: 'Bos' }, 'formal', 'Geachte heer Bos', []],
  ['nl', { salutation: 'Mw.', lastName: 'Bos' }, 'formal', 'Geachte mevrouw Bos', []],
  ['nl', { salutation: 'Mevrouw', name: 'A.B. ter Horst' }, 'formal', 'Geachte mevrouw ter Horst', []],
  ['nl', { sex: 'x', lastName: 'Bos' }, 'formal', 'Geachte heer/mevrouw Bos', []],
  [
    'nl',
    { sex: 'V', name: 'Anna Bos', firstName: 'Anna', lastName: 'Bos' },
    'formal',
    'Geachte mevrouw Bos',
    [],
  ],
  ['nl', { name: 'Acme BV', companyName: 'Acme BV' }, 'formal', 'Geachte heer/mevrouw', []],
  ['de', { sex: 'divers', firstName: 'Kim', lastName: 'Berg' }, 'formal', 'Guten Tag Kim Berg', []],
  ['de', { salutation: 'Fr.', lastName: 'Berg' }, 'formal', 'Sehr geehrte Frau Berg', []],
  ['de', { salutation: 'Frau', lastName: 'Berg' }, 'informal', 'Liebe Frau Berg', []],
  ['de', { sex: 'm', name: 'Herr Berg' }, 'formal', 'Sehr geehrter Herr Berg', []],
  ['de', { salutation: 'Firma', companyName: 'X' }, 'formal', 'Sehr geehrte Damen und Herren', []],
  ['en', { name: 'Anna Smith' }, 'formal', 'Dear Anna Smith', []],
  ['en', { companyName: 'Acme' }, 'formal', 'Dear Sir or Madam', []],
  ['en', { salutation: 'Miss', lastName: 'Smith' }, 'formal', 'Dear Miss Smith', []],
  ['en', { firstName: 'Anna', lastName: 'Smith' }, 'informal', 'Dear Anna', []],
  ['fr', { name: 'Jean Dupont' }, 'formal', 'Madame, Monsieur', []],
  ['fr', { sex: 'F', firstName: 'Anne', lastName: 'Roy' }, 'informal', 'Bonjour Anne', []],
  ['fr', { companyName: 'X' }, 'formal', 'Madame, Monsieur', []],
  ['es', { name: 'Ana García' }, 'formal', 'Estimado/a Ana García', []],
  ['es', { companyName: 'X' }, 'formal', 'Estimados señores', []],
  ['es', { salutation: 'Sr.', lastName: 'García' }, 'formal', 'Estimado señor García', []],
  ['it', { salutation: 'Sig.', lastName: 'Rossi' }, 'formal', 'Gentile Signor Rossi', []],
  ['it', { companyName: 'Rossi S.r.l.' }, 'formal', 'Spettabile Rossi S.r.l.', []],
  ['pl', { salutation: 'Pan', lastName: 'Nowak' }, 'formal', 'Szanowny Panie', []],
  ['pl', { companyName: 'X' }, 'formal', 'Szanowni Państwo', []],
  ['pl', { firstName: 'Anna' }, 'informal', 'Dzień dobry', []],
  ['da', { lastName: 'Jensen' }, 'formal', 'Kære modtager', []],
  ['da', { firstName: 'Anna', lastName: 'Jensen' }, 'informal', 'Kære Anna', []],
  ['sv', { name: 'Anna Berg' }, 'formal', 'Bästa Anna Berg', []],
  ['sv', { companyName: 'X' }, 'formal', 'Hej', []],
])('a letter in %s to %j (%s) begins with %s', (locale, given, formality, text, doubts) => {
  expect(salutationOf({ country: 'NL', ...given }, locale, formality)).toEqual({ text, doubts })
})

test.each([
  ['Geachte mevrouw De Vries', true],
  ['Sehr geehrte Damen und Herren', true],
  ['Dear Sir or Madam', true],
  ['Hallo', true],
  ['Geachte heer', false],
  ['Dhr.', false],
  ['Beste', false],
])('"%s" is a whole salutation: %s', (text, expected) => {
  expect(isWholeSalutation(text, undefined)).toBe(expected)
})

test('a form of address is never printed alone, whatever else is given', () => {
  const form = fc.constantFrom(
    'Dhr.',
    'Mevr.',
    'Herr',
    'Frau Dr.',
    'Mr',
    'Mrs.',
    'Sra.',
    'Sig.',
    'Pan',
    'Hr.',
  )
  const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constant('Anna de Vries'), form)
  const given = fc.record({
    salutation: form,
    name: text,
    title: text,
    sex: text,
    firstName: text,
    lastName: text,
  })
  const locale = fc.constantFrom('nl', 'de', 'en', 'fr', 'es', 'it', 'pl', 'da', 'sv')
  fc.assert(
    fc.property(given, locale, fc.constantFrom('formal', 'informal'), (source, language, formality) => {
      const { text: printed } = salutationOf({ country: 'NL', ...source }, language, formality as Formality)
      expect(printed).not.toBe('')
      expect(printed).not.toBe(source.salutation)
    }),
  )
})

test.each([
  ['titles', `Dr.${'med.'.repeat(49)}) Bos`],
  ['initials', `${'fr.'.repeat(300)}x Bos`],
  ['short initials', `${'a.-'.repeat(600)}x Bos`],
  ['letters', `Dr.${'a'.repeat(1_900)}! Bos`],
  ['forms of address', 'Dhr. en '.repeat(250)],
  ['commas', `${','.repeat(1_900)}x`],
  ['particles', 'van de '.repeat(280)],
  ['joins', 'A & '.repeat(480)],
])('many %s are read in a moment', (_, text) => {
  for (const field of ['name', 'salutation', 'title', 'sex', 'firstName', 'lastName'] as const)
    expect(salutationOf({ country: 'NL', [field]: text }, 'nl').text.length).toBeLessThan(2_100)
})
