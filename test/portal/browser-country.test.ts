import { expect, test } from 'vitest'
import { browserCountries, likelyCountry } from '../../portal/src/ui/browser-country.ts'
import { countries } from '../../src/core/address/index.ts'

test('the page that sets a server up offers every country that the server knows, and no other', () => {
  expect(browserCountries()).toEqual(countries.map(({ code }) => code).sort())
})

test.each([
  ['a clock in London, a computer that speaks American English', 'Europe/London', ['en-US', 'en'], 'GB'],
  ['a clock in Amsterdam', 'Europe/Amsterdam', ['nl', 'en-GB'], 'NL'],
  ['a zone of several countries, one of which is spoken', 'Europe/Zurich', ['de-CH'], 'CH'],
  ['a clock that says no place, and a language that does', 'UTC', ['en', 'fr-BE'], 'BE'],
  ['neither', 'UTC', ['en'], undefined],
  ['a language that is none', 'UTC', ['_', 'de-AT'], 'AT'],
])('with %s it proposes a country', (_what, timeZone, languages, country) => {
  expect(likelyCountry(timeZone, languages)).toBe(country)
})
