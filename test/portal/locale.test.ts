import { expect, test } from 'vitest'
import { localeOf } from '../../portal/src/messages/locale.ts'

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
  ['before the organisation is known', 'nl', [], undefined, '30-11-2026, 15:04'],
])('%s formats a time as usual there', (_what, language, browser, country, expected) => {
  expect(written(localeOf(language, browser, country)).replace(/ | /g, ' ')).toBe(expected)
})
