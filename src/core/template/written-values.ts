import { memoised } from '../kernel/text.ts'
import { isCalendarDay } from '../kernel/time.ts'
import type { TemplateVariable } from './document.ts'
import { defaultCurrency, isValueOf } from './field-values.ts'

/* Reads values as users write them (`€ 48,75`, `27-2-2026`, `27 februari 2026`): `48.75`, `2026-02-27`. */

export type DecimalSign = 'comma' | 'point'

/** Numbers with or without groups of three digits. A group never follows a zero: `0.500` is a half. */
const numbers: Readonly<Record<DecimalSign, RegExp>> = {
  comma: /^(-?(?:\d+|[1-9]\d{0,2}([.\s’'])\d{3}(?:\2\d{3})*))(?:,(\d+))?$/u,
  point: /^(-?(?:\d+|[1-9]\d{0,2}([,\s’'])\d{3}(?:\2\d{3})*))(?:\.(\d+))?$/u,
}

/** `1.234,50` → `1234.50`. Undefined for other text. */
export const numberFrom = (text: string, sign: DecimalSign): string | undefined => {
  const [, whole, , fraction] = numbers[sign].exec(text.trim()) ?? []
  if (whole === undefined) return undefined
  const digits = whole.replace(/[^\d-]/gu, '')
  return fraction === undefined ? digits : `${digits}.${fraction}`
}

/** Removes currency signs of English and the given languages: `€ 12,50`, `-€ 3`, `€ 48,-`, `US$` (nl). */
export const withoutCurrency = (
  text: string,
  currency = defaultCurrency,
  languages: readonly string[] = [],
): string => {
  const own = ['en', ...languages].flatMap((language) => signsOf(`${language} ${currency}`))
  const [, minus = '', before = '', number = '', after = ''] =
    /^(-?)\s*([^\d\s.,-]*)\s*(-?\d[\d\s.,’']*?)(?:[.,](?:--?|[–—]))?\s*([^\d\s.,–—-]*)$/u.exec(text.trim()) ??
    []
  const isOwn = [before, after].every((sign) => sign === '' || own.includes(sign.toUpperCase()))
  return number === '' || !isOwn || (minus && number.startsWith('-')) ? text : minus + number
}

/** The key is `<language> <currency>`. */
const signsOf = memoised((key): readonly string[] => {
  const [language, currency] = key.split(' ')
  return (['symbol', 'narrowSymbol', 'code'] as const).map((currencyDisplay) =>
    new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay })
      .formatToParts(0)
      .find(({ type }) => type === 'currency')!
      .value.toUpperCase(),
  )
})

/** Converts a date with a four-digit year, `31-12-2026`, to `2026-12-31`. Returns other text unchanged. */
export const readDay = (text: string, isMonthFirst: boolean): string => {
  const [, first, second, third] = /^(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{1,4})$/.exec(text) ?? []
  if (!first || !second || !third) return text
  if (first.length === 4) return dayOf([first, second, third], text)
  if (third.length !== 4) return text
  return dayOf(isMonthFirst ? [third, first, second] : [third, second, first], text)
}

/** `27 februari 2026`, `Feb. 27, 2026`. Returns other text unchanged. */
export const readNamedDay = (text: string, language: string): string => {
  const [, before, word, after, year] =
    /^(?:(\d{1,2})(?:st|nd|rd|th|er|\.|º|ª)?[\s-]+(?:de\s+)?)?(\p{L}[\p{L}\p{M}]*\.?)(?:[\s-]+(\d{1,2})(?:st|nd|rd|th)?,?)?[\s-]+(?:de\s+)?(\d{4})\.?$/iu.exec(
      text.trim(),
    ) ?? []
  const day = before ?? after
  if (!word || !year || !day || (before && after)) return text
  const month = monthsOf(language).get(folded(word))
  return month === undefined ? text : dayOf([year, String(month), day], text)
}

const dayOf = (parts: readonly string[], text: string): string => {
  const day = parts.map((part, index) => part.padStart(index === 0 ? 4 : 2, '0')).join('-')
  return isCalendarDay(day) ? day : text
}

const folded = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/\p{M}|\./gu, '')
    .toLowerCase()

const monthsOf = memoised(
  (language): ReadonlyMap<string, number> =>
    new Map(
      (['long', 'short'] as const).flatMap((month) => {
        // With a day, the month has the form used in dates: `marca`, not `marzec`.
        const form = new Intl.DateTimeFormat(language, {
          day: 'numeric',
          month,
          calendar: 'gregory',
          timeZone: 'UTC',
        })
        return Array.from({ length: 12 }, (_, index) => {
          const part = form.formatToParts(Date.UTC(2026, index, 1)).find(({ type }) => type === 'month')
          return [folded(part?.value ?? ''), index + 1] as const
        })
      }),
    ),
)

/** Returns the decimal sign of a language, which may differ between its regions. */
const signOf = (language: string): DecimalSign => {
  const parts = new Intl.NumberFormat(language).formatToParts(1.5)
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? 'comma' : 'point'
}

/** Returns whether the month precedes the day; both values if that depends on a region that is missing. */
const monthOrders = (language: string): readonly boolean[] => {
  const { language: plain, region } = new Intl.Locale(language)
  if (plain === 'en' && region === undefined) return [false, true]
  const order = new Intl.DateTimeFormat(language).formatToParts(0).map(({ type }) => type)
  return [order.indexOf('month') < order.indexOf('day') && order.indexOf('year') > order.indexOf('day')]
}

/** Returns the values that the text may mean: none, or several if the languages' conventions differ. */
export const readWritten = (
  variable: TemplateVariable,
  text: string,
  languages: readonly string[],
): string[] => {
  if (variable.type === 'text') return [text]
  // Some languages print U+2212 as minus sign.
  const plain = text.replace(/\s+/gu, ' ').replaceAll('\u2212', '-').trim()
  const read = readings(variable, plain, languages)
  return [...new Set(read)].filter((value) => isValueOf(variable, value))
}

const readings = (
  { type, currency }: TemplateVariable,
  text: string,
  languages: readonly string[],
): string[] => {
  switch (type) {
    case 'integer':
    case 'decimal':
      return numberReadings(text, languages)
    case 'money':
      return numberReadings(withoutCurrency(text, currency, languages), languages)
    case 'date':
      return languages.flatMap((language) => [
        ...monthOrders(language).map((isMonthFirst) => readDay(text, isMonthFirst)),
        readNamedDay(text, language),
      ])
    default:
      return [text]
  }
}

const numberReadings = (text: string, languages: readonly string[]): string[] => [
  text,
  ...languages.flatMap((language) => numberFrom(text, signOf(language)) ?? []),
]
