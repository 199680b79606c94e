import { describe, expect, test } from 'vitest'
import { otherCity } from '../../portal/src/screens/postbatches/other-city.ts'

const listed = [
  {
    postalCode: '1017 AB',
    countryCode: 'NL',
    towns: [
      { city: 'Amsterdam', rowCount: 40 },
      { city: 'Diemen', rowCount: 1 },
    ],
  },
]
const shown = [
  { code: '1017ab', city: 'Zwolle' },
  { code: '2511 AB', city: ' ' },
  { code: '2511 AB', city: 'Den Haag' },
]

describe('the city of a postal code in other rows', () => {
  test.each([
    ['the most frequent of the list', '1017ab', 'Utrecht', 'NL', 'Amsterdam'],
    ['that of corrected rows, if the list has none', '2511AB', 'Leiden', 'NL', 'Den Haag'],
    ['not one of the list in another country', '1017 AB', 'Utrecht', 'BE', 'Zwolle'],
  ])('is %s', (_what, code, city, country, expected) => {
    expect(otherCity({ code, city }, country, listed, shown)).toBe(expected)
  })

  test.each([
    ['it is the same, regardless of spelling', '1017 AB', ' AMSTÉRDAM'],
    ['another row has this one too', '1017 AB', 'Diemen'],
    ['no other row has the code', '9999 ZZ', 'Utrecht'],
    ['the row has no city yet', '1017 AB', ''],
  ])('is not reported if %s', (_what, code, city) => {
    expect(otherCity({ code, city }, 'NL', listed, shown)).toBeUndefined()
  })
})
