import { expect, test } from 'vitest'
import { languageOf, localeOf } from '../../portal/src/messages/locale.ts'

const written = (locale: string) => {
  const at = new Date('2026-11-30T15:04:00Z')
  const options = { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(locale, options).format(at)
}

test.each([
  ['a browser in the same language', 'en', ['en-GB'], 'NL', '30/11/2026, 15:04'],
  ['an American browser', 'en', ['en-US'], 'NL', '11/30/26, 3:04 PM'],
  [
    'a Dutch browser with English as its second language',
    'en',
    ['nl-NL', 'en-GB'],
    'NL',
    '30/11/2026, 15:04',
  ],
  ['a Dutch browser, in English', 'en', ['nl-NL', 'nl'], 'NL', '30/11/2026, 15:04'],
  ['a French browser, in English', 'en', ['fr-FR'], 'FR', '30/11/2026, 15:04'],
  ['a browser without a country, in an American shop', 'en', ['en'], 'US', '11/30/26, 3:04 PM'],
  ['a Dutch browser, in Dutch', 'nl', ['nl-NL'], 'NL', '30-11-2026, 15:04'],
  ['a Belgian shop, in Dutch', 'nl', ['en-GB'], 'BE', '30/11/2026, 15:04'],
  ['an Austrian browser, in German', 'de', ['de-AT', 'de'], 'NL', '30.11.26, 15:04'],
  ['a Swiss browser, in French', 'fr', ['fr-CH', 'de-CH'], 'CH', '30.11.26 15:04'],
  ['a German browser without a country, in a Swiss shop', 'de', ['de'], 'CH', '30.11.26, 15:04'],
  ['a French browser, in German', 'de', ['fr-FR'], 'FR', '30.11.26, 15:04'],
  ['before the organisation is known', 'nl', [], undefined, '30-11-2026, 15:04'],
])('%s formats a time as usual there', (_what, language, browser, country, expected) => {
  expect(written(localeOf(language, browser, country)).replace(/ | /g, ' ')).toBe(expected)
})

test.each([
  ['German', null, ['de'], 'de'],
  ['Austrian German', null, ['de-AT', 'en'], 'de'],
  ['Swiss French', null, ['fr-CH', 'fr', 'de-CH'], 'fr'],
  ['Spanish', null, ['es-ES', 'es'], 'en'],
  ['Spanish before French', null, ['es', 'fr-FR', 'en'], 'fr'],
  ['English before German', null, ['en-GB', 'de'], 'en'],
  ['North Frisian, whose code begins like that of French', null, ['frr'], 'en'],
  ['German, after French was chosen', 'fr', ['de'], 'fr'],
  ['German, after a language was chosen that no longer exists', 'tlh', ['de'], 'de'],
  ['no language', null, [], 'en'],
])('A browser in %s shows the right language', (_what, chosen, browser, language) => {
  expect(languageOf(['en', 'de', 'fr', 'nl'], chosen, browser)).toBe(language)
})
