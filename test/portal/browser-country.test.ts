import { expect, test } from 'vitest'
import { browserCountries, likelyCountry } from '../../portal/src/ui/browser-country.ts'
import { countries } from '../../src/core/address/index.ts'

test('the setup page offers exactly the countries that the server supports', () => {
  expect(browserCountries()).toEqual(countries.map(({ code }) => code).sort())
})

test.each([
  ['a clock in London and a computer in American English', 'Europe/London', ['en-US', 'en'], 'GB'],
  ['a clock in Amsterdam', 'Europe/Amsterdam', ['nl', 'en-GB'], 'NL'],
  ['a time zone of several countries, one of which has the language', 'Europe/Zurich', ['de-CH'], 'CH'],
  ['a clock without a place, and a language with one', 'UTC', ['en', 'fr-BE'], 'BE'],
  ['neither', 'UTC', ['en'], undefined],
  ['an invalid language', 'UTC', ['_', 'de-AT'], 'AT'],
])('suggests a country for %s', (_what, timeZone, languages, country) => {
  expect(likelyCountry(timeZone, languages)).toBe(country)
})
