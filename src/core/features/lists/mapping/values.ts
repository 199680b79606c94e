import { countryNames } from '../../../address/country-names.ts'
import { countriesCalled } from '../../../address/index.ts'
import type { Said } from '../../../kernel/sentences.ts'
import type { Mapping } from '../../../model/mapping.ts'
import { readDay, readDecimal, readInteger, readNamedDay } from '../../../template/written-values.ts'
import { listSentences } from '../sentences.ts'

export { countryOf } from '../../../address/index.ts'
export { withoutCurrency } from '../../../template/written-values.ts'

/** What is wrong with a country that a list names in words. */
export const countrySaid = (country: string): Said => {
  const countries = countriesCalled(country)
    .map((code) => countryNames.get(code))
    .join(', ')
  return countries === ''
    ? listSentences.say('invalid_format.country_name', { country })
    : listSentences.say('invalid_format.country_of_several', { country, countries })
}

export type Locale = NonNullable<Mapping['locale']>

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
 * Normalises a day: `31-12-2026`, `31.12.2026`, `12/31/2026` (en-US), `31 december 2026`, `2026-12-31` → `2026-12-31`.
 * Returns other text unchanged.
 */
export const dayOf = (text: string, locale: Locale): string =>
  readNamedDay(readDay(text, locale === 'en-US'), locale)

const groupSigns: Readonly<Record<Locale, RegExp>> = {
  nl: /[.\s]/g,
  de: /[.\s’']/g,
  fr: /[.\s]/g,
  'en-GB': /[,\s]/g,
  'en-US': /[,\s]/g,
}

/** A number with a point, `12.5`, in the notation of a list: `12,5` (nl). */
export const numberIn = (text: string, locale: Locale): string =>
  locale.startsWith('en') ? text : text.replace('.', ',')

/** Normalises a whole number: `1.234` (nl) and `1,234` (en) → `1234`. Returns other text unchanged. */
export const integerOf = (text: string, locale: Locale): string =>
  readInteger(text, { groups: groupSigns[locale] })

/**
 * Normalises a decimal number: `1.234,50` (nl) and `1,234.50` (en) → `1234.50`. A point that cannot group digits is a
 * decimal sign in every notation: `12.5`. Returns other text unchanged.
 */
export const decimalOf = (text: string, locale: Locale): string =>
  readDecimal(text, { decimal: locale.startsWith('en') ? '.' : ',', groups: groupSigns[locale] })
