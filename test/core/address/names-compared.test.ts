import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bareName, isSameName, nameKey } from '../../../src/core/address/index.ts'

const bothWays = (pairs: readonly (readonly [string, string])[]) =>
  pairs.flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ])

describe('the same name', () => {
  test.each(
    bothWays([
      ['Sra. García', 'García'],
      ['Sra. Dª María López', 'María López'],
      ['Señor García Pérez', 'Sr. García Pérez'],
      ['D. Juan Pérez', 'Juan Pérez'],
      ['D. Pérez', 'Señor Pérez'],
      ['Don Juan Pérez', 'Juan Pérez'],
      ['Sig.ra Rossi', 'Rossi'],
      ['Sig. Mario Rossi', 'Signor Mario Rossi'],
      ['Dott.ssa Anna Rossi', 'Anna Rossi'],
      ['Avv. Mario Rossi', 'Mario Rossi'],
      ['Pan Jan Kowalski', 'Jan Kowalski'],
      ['Pani Kowalska', 'Kowalska'],
      ['Państwo Kowalscy', 'Kowalscy'],
      ['Dr hab. inż. Jan Kowalski', 'Jan Kowalski'],
      ['Hr. Jensen', 'Herre Jensen'],
      ['Fru Anna Jensen', 'Anna Jensen'],
      ['Fröken Svensson', 'Svensson'],
      ['M. Dupont', 'Monsieur Dupont'],
      ['M. Jean Dupont', 'Jean Dupont'],
      ['Mme Dupont', 'Madame Dupont'],
      ['Rev. John Smith', 'John Smith'],
      ['Ds. J. de Vries', 'J. de Vries'],
      ['Pfr. Müller', 'Mueller'],
      ['Dipl.-Ing. Dr. med. Eva Bauer', 'Eva Bauer'],
      ['Prof. Dr. h.c. Eva Bauer', 'Eva Bauer'],
      ['Dr. H. Bauer', 'H. Bauer'],
      ['Smith OBE', 'Smith'],
      ['John Smith, OBE', 'Mr John Smith'],
      ['John Smith, Ph.D.', 'John Smith'],
      ['Anna Smith MA', 'Anna Smith'],
      ['Smith, John, MBE', 'John Smith'],
      ['Bos, J.', 'Dhr. J. Bos'],
      ['Bos, dhr. J.', 'J. Bos'],
      ['Dhr. Bos, J.', 'J. Bos'],
      ['Bos, Jan', 'Jan Bos'],
      ['M. Dupont, Jean', 'Jean Dupont'],
      ['Bos, Jan', 'Bos Jan'],
      ['Bos J.', 'J. Bos'],
      ['Bos J.P.', 'J.P. Bos'],
      ['Berg, J. van den', 'J. van den Berg'],
      ['Berg, van den', 'van den Berg'],
      ['Mevr. Berg, A. van den', 'Mw. A. van den Berg'],
      ['Müller, Jürgen', 'Herr Juergen Mueller'],
      ['García López, María', 'Sra. María García López'],
      ['Jansen B.V.', 'Jansen BV'],
      ['Mueller Aerzte', 'Müller Ärzte'],
      ['Pan, Wei', 'Pan Wei'],
      ['Ing, Wei', 'Ing Wei'],
      ['de Heer, J.', 'de Heer J.'],
      ['Heer, Jan', 'Heer Jan'],
      ['Fru, Ola', 'Fru Ola'],
      ['Mag, Li', 'Mag Li'],
      ['M. J.P. Bos', 'Monsieur J.P. Bos'],
    ]),
  )('%s is %s', (one, other) => {
    expect(isSameName(one, other)).toBe(true)
    expect(nameKey(one)).toBe(nameKey(other))
  })
})

describe('different names', () => {
  test.each(
    bothWays([
      ['M. Jansen', 'Jansen'],
      ['M. Jansen', 'P. Jansen'],
      ['M. Dupont', 'Mme Dupont'],
      ['D. Bakker', 'M. Bakker'],
      ['M.S. de Boer', 'de Boer'],
      ['Sr. García', 'Sra. García'],
      ['Pan Kowalski', 'Pani Kowalski'],
      ['Bos, J.', 'P. Bos'],
      ['Bos, Jan', 'Piet Bos'],
      ['Jan Peters', 'Peters Jan'],
      ['Anna Leon', 'Leon Anna'],
      ['Joe Bos', 'Jo Bos'],
      ['Li Ma', 'Li'],
      ['Di Marco', 'Marco'],
      ['Dr. H. Bauer', 'Bauer'],
      ['Jansen B.V.', 'Jansen'],
      ['Ana Pastor', 'Ana'],
    ]),
  )('%s is not %s', (one, other) => expect(isSameName(one, other)).toBe(false))
})

test.each(['Ea', 'Ae', 'Ä', 'Dr.', 'M.', 'Bos,', ',', 'OBE', '李', 'M. D.'])(
  'only names with a letter have a key: %s',
  (name) => {
    expect(nameKey(name) === '').toBe(!/\p{L}/u.test(name))
  },
)

test('equal names have the same key in any order and form', () => {
  const form = fc.constantFrom('', 'Dhr. ', 'Sig.ra ', 'Pani ', 'M. ', 'Prof. Dr. ', 'D. ', 'Fam. ', 'Rev. ')
  const given = fc.constantFrom('J.', 'Jürgen', 'Anna Maria', 'M.', 'A.B.', 'J.P.', 'Don', 'An', 'Wei')
  const family = fc.constantFrom(
    ...[
      'Bos',
      'van den Berg',
      'Müller',
      'Ma',
      'García López',
      'O’Brien',
      'de Heer',
      'Heer',
      'Pan',
      'Ing',
      'Fru',
      'Graf',
    ],
  )
  const degree = fc.constantFrom('', ', OBE', ' MBA', ' Ph.D.')
  const name = fc
    .tuple(form, given, family, degree, fc.boolean())
    .map(
      ([one, first, last, end, isSorted]) =>
        `${one}${isSorted ? `${last}, ${first}` : `${first} ${last}`}${end}`,
    )
  fc.assert(
    fc.property(name, name, (one, other) => {
      expect(isSameName(one, other)).toBe(isSameName(other, one))
      if (isSameName(one, other)) expect(nameKey(one)).toBe(nameKey(other))
      expect(bareName(one).words.length).toBeGreaterThan(0)
    }),
    { numRuns: 5000 },
  )
})
