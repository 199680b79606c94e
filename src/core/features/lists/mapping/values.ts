import { countryNames } from '../../../address/country-names.ts'
import { foldName } from '../../../address/index.ts'
import { isCalendarDay } from '../../../kernel/time.ts'
import type { Mapping } from '../../../model/mapping.ts'

export type Locale = NonNullable<Mapping['locale']>

/** Folded names and codes of countries in four languages → ISO 3166-1 alpha-2. */
let countryWords: Map<string, string> | undefined

const readCountryWords = (): Map<string, string> => {
  const words = new Map<string, string>()
  for (const language of ['en', 'nl', 'de', 'fr']) {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    for (const code of countryNames.keys()) words.set(foldName(names.of(code) ?? code), code)
  }
  for (const [code, name] of countryNames) words.set(foldName(name), code)
  for (const [word, code] of Object.entries(otherWords)) words.set(word, code)
  // Codes take precedence: NO is Norway, not a word.
  for (const code of countryNames.keys()) words.set(code.toLowerCase(), code)
  return words
}

/** Common names that the lists of country names lack. */
const otherWords: Readonly<Record<string, string>> = {
  holland: 'NL',
  'the netherlands': 'NL',
  'pays bas': 'NL',
  nld: 'NL',
  bel: 'BE',
  deu: 'DE',
  ger: 'DE',
  brd: 'DE',
  fra: 'FR',
  gbr: 'GB',
  uk: 'GB',
  england: 'GB',
  engeland: 'GB',
  'great britain': 'GB',
  'groot brittannie': 'GB',
  usa: 'US',
  'united states of america': 'US',
  aut: 'AT',
  che: 'CH',
  lux: 'LU',
}

/**
 * The code of a country by any of its names: `Deutschland`, `Duitsland`, `DE` → `DE`; undefined where there
 * is none.
 */
export const countryOf = (text: string): string | undefined => {
  countryWords ??= readCountryWords()
  return countryWords.get(foldName(text))
}

const truths: Readonly<Record<string, boolean>> = {
  ...Object.fromEntries(
    ['true', 'yes', 'y', '1', 'x', 'ja', 'j', 'oui', 'o', 'waar', 'wahr', 'vrai'].map((word) => [word, true]),
  ),
  ...Object.fromEntries(
    ['false', 'no', 'n', '0', 'nee', 'nein', 'non', 'onwaar', 'falsch', 'faux'].map((word) => [word, false]),
  ),
}

export const truthOf = (text: string): boolean | undefined => {
  const word = text.toLowerCase()
  return Object.hasOwn(truths, word) ? truths[word] : undefined
}

/**
 * Normalises a day: `31-12-2026`, `31.12.2026`, `12/31/2026` (en-US), `2026-12-31` → `2026-12-31`. Returns
 * other text unchanged.
 */
export const dayOf = (text: string, locale: Locale): string => {
  const [, first, second, third] = /^(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{1,4})$/.exec(text) ?? []
  if (!first || !second || !third) return text
  const parts =
    first.length === 4
      ? [first, second, third]
      : third.length !== 4
        ? undefined
        : locale === 'en-US'
          ? [third, first, second]
          : [third, second, first]
  if (!parts) return text
  const day = parts.map((part, index) => part.padStart(index === 0 ? 4 : 2, '0')).join('-')
  return isCalendarDay(day) ? day : text
}

const groupSigns: Readonly<Record<Locale, RegExp>> = {
  nl: /[.\s]/g,
  de: /[.\s’']/g,
  fr: /[.\s]/g,
  'en-GB': /[,\s]/g,
  'en-US': /[,\s]/g,
}

/** Normalises a whole number: `1.234` (nl) and `1,234` (en) → `1234`. Returns other text unchanged. */
export const integerOf = (text: string, locale: Locale): string => {
  const plain = text.replace(groupSigns[locale], '')
  const grouped = /^-?\d{1,3}(?:\D\d{3})*$|^-?\d+$/.test(text.trim())
  return grouped && /^-?\d+$/.test(plain) ? plain : text
}
