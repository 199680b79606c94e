import { countryNames } from '../../../address/country-names.ts'
import { countriesCalled } from '../../../address/index.ts'
import type { Said } from '../../../kernel/sentences.ts'
import { isCalendarDay } from '../../../kernel/time.ts'
import type { Mapping } from '../../../model/mapping.ts'
import { defaultCurrency } from '../../../template/printed-values.ts'
import { listSentences } from '../sentences.ts'

export { countryOf } from '../../../address/index.ts'

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

/** A number with a point, `12.5`, in the notation of a list: `12,5` (nl). */
export const numberIn = (text: string, locale: Locale): string =>
  locale.startsWith('en') ? text : text.replace('.', ',')

/** Normalises a whole number: `1.234` (nl) and `1,234` (en) → `1234`. Returns other text unchanged. */
export const integerOf = (text: string, locale: Locale): string => {
  const plain = text.replace(groupSigns[locale], '')
  const grouped = /^-?\d{1,3}(?:\D\d{3})*$|^-?\d+$/.test(text.trim())
  return grouped && /^-?\d+$/.test(plain) ? plain : text
}

/**
 * Normalises a decimal number: `1.234,50` (nl) and `1,234.50` (en) → `1234.50`. A point that cannot group digits is a
 * decimal sign in every notation: `12.5`. Returns other text unchanged.
 */
export const decimalOf = (text: string, locale: Locale): string => {
  const sign = locale.startsWith('en') ? '.' : ','
  const [whole = '', fraction, ...more] = text.trim().split(sign)
  const digits = integerOf(whole, locale)
  const isWhole = /^-?\d+$/.test(digits) && more.length === 0
  if (isWhole && (fraction === undefined || /^\d+$/.test(fraction)))
    return fraction === undefined ? digits : `${digits}.${fraction}`
  return text.trim()
}

/** An amount without the sign or code of its currency: `€ 12,50`, `12,50 EUR`, `-€ 3`. */
export const withoutCurrency = (text: string, currency = defaultCurrency): string => {
  const signs = (['symbol', 'narrowSymbol', 'code'] as const).map((currencyDisplay) =>
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
      .formatToParts(0)
      .find(({ type }) => type === 'currency')!
      .value.toUpperCase(),
  )
  const [, minus = '', before = '', number = '', after = ''] =
    /^(-?)\s*([^\d\s.,-]*)\s*(-?\d[\d\s.,’']*?)\s*([^\d\s.,-]*)$/u.exec(text.trim()) ?? []
  const isOwn = [before, after].every((sign) => sign === '' || signs.includes(sign.toUpperCase()))
  return number === '' || !isOwn || (minus && number.startsWith('-')) ? text : minus + number
}
