import { expect, test } from 'vitest'
import { likelyLocale } from '../../portal/src/editor/model/locales.ts'

test.each([
  ['NL', 'en', 'nl-NL'],
  ['BE', 'nl', 'nl-BE'],
  ['DE', 'en', 'de-DE'],
  ['AT', 'nl', 'de-DE'],
  ['GB', 'nl', 'en-GB'],
  ['US', 'en', 'en-US'],
  ['JP', 'nl', 'nl-NL'],
  ['JP', 'en', 'en-GB'],
])('designs of an organisation in %s, in a portal in %s, default to %s', (country, language, expected) => {
  expect(likelyLocale(country, language)).toBe(expected)
})
